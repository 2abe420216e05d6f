import type { HostInventory } from '../host-inventory.ts'
import { FRESH } from '../levers/membership/membership.ts'
import type { Change, Share } from './plan.ts'

/** Shares are relative to a cpupool, Domain-0 included: no weight acts across pools. */
export function planShares(inventory: HostInventory, changes: Change[]): Share[] {
  const rows = inventory.domains
    .filter((domain) => domain.weight !== null)
    .map(({ uuid, name, cpupool, weight }) => {
      const own = changes.filter((change) => change.uuid === uuid)
      const move = own.find((change) => change.lever === 'membership')
      const set = own.find((change) => change.lever === 'weight')
      return {
        row: { uuid, name, cpupool, weightBefore: weight! },
        poolAfter: move ? move.after.cpupool : cpupool,
        weightAfter: move ? weightIn(changes) : (set?.after.weight ?? weight!),
      }
    })
  const sumOf = (weights: (number | null)[]) =>
    weights.reduce((sum: number, of) => sum + (of ?? 0), 0)
  const before = (pool: string) =>
    sumOf(rows.filter(({ row }) => row.cpupool === pool).map(({ row }) => row.weightBefore))
  const after = (pool: string) =>
    sumOf(rows.filter(({ poolAfter }) => poolAfter === pool).map(({ weightAfter }) => weightAfter))
  return rows.map(({ row, poolAfter, weightAfter }) => ({
    ...row,
    weightAfter,
    shareBefore: row.weightBefore / before(row.cpupool),
    shareAfter: weightAfter === null ? null : weightAfter / after(poolAfter),
  }))
}

/** The weight of a domain that enters the new cpupool. */
function weightIn(changes: Change[]): number | null {
  const made = changes.find((change) => change.lever === 'cpupool')
  return made?.after.pool?.scheduler === 'rtds' ? null : FRESH.weight
}
