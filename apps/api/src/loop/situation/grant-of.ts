import { GrantBounds } from '@steelyard/contract'
import type { Grant } from '@steelyard/loop'
import { epochSecondsOf } from '../../epoch.ts'
import type { GrantRow } from '../grants/grant-row.ts'

/** A grant as `packages/loop` takes it. */
export function grantOf({ bounds, expiresAt }: Pick<GrantRow, 'bounds' | 'expiresAt'>): Grant {
  const { knowsKinds, ...allowed } = GrantBounds.parse(bounds)
  return {
    bounds: allowed,
    coversNewKinds: knowsKinds,
    expiresAtEpochSeconds: epochSecondsOf(expiresAt),
  }
}
