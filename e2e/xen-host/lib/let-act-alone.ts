import * as contract from '@steelyard/contract'
import { PASSWORD } from '../../../scripts/lib/product/product-client.ts'
import type { OperatedProduct } from './operated-product.ts'

const YEAR_MS = 300 * 24 * 3600 * 1000

/** All else is what ships. */
const POLICY = contract.PolicySettings.parse({ mode: 'automatic', dryRun: false })

/** Lets the product change the weights of a host without a person, from the first change on. */
export async function letActAlone({ call }: OperatedProduct, hostId: string): Promise<void> {
  const params = { id: hostId }
  await call(contract.setHostPolicy, { params, body: POLICY })
  const expiresAt = new Date(Date.now() + YEAR_MS).toISOString()
  // With nobody present, nobody approves the first change of a kind.
  const grant = { password: PASSWORD, expiresAt, knowsKinds: true }
  await call(contract.givePolicyGrant, { params, body: grant })
}
