import type { GrantBounds } from '@steelyard/contract'
import type { Tx } from '../../db.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { policyInForce } from '../policy-in-force.ts'

/**
 * What a grant for weights allows: what the policy allows now.
 * @param knowsKinds whether it also allows kinds of changes that nobody approved before
 */
export async function boundsOfPolicy(
  tx: Tx,
  host: HostRow,
  knowsKinds: boolean,
): Promise<GrantBounds> {
  const { largestStep, payers } = (await policyInForce(tx, host)).settings
  return { largestStep, payers, knowsKinds }
}
