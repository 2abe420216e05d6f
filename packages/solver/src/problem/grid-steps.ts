/** Why the step differs from the requested one. */
export type StepReason = 'kept-domains' | 'many-domains' | 'alike-domains'

interface GridSteps {
  /** Steps that the free domains divide among themselves. */
  steps: number
  /** null where the step is the requested one. */
  reason: StepReason | null
}

/** Steps per free domain when the requested step leaves no choice. */
const ROOM = 2

/**
 * The number of steps that the free domains divide: the one nearest to the requested step. Where
 * that leaves one per domain or fewer, twice the number of domains; where groups of alike domains
 * cannot divide it equally, the nearest number that they can.
 * @param freePool sum of the shares to be divided
 * @param sizes members of each free group
 */
export function gridSteps(freePool: number, sizes: readonly number[], step: number): GridSteps {
  const domains = sizes.reduce((sum, size) => sum + size, 0)
  const asked = Math.round(freePool / step)
  const roomy = asked > domains || (domains === 1 && asked === 1)
  const wanted = roomy ? asked : ROOM * domains
  const steps = nearestDivisible(wanted, sizes)
  if (steps !== wanted) return { steps, reason: 'alike-domains' }
  if (!roomy) return { steps, reason: 'many-domains' }
  const exact = Math.abs(freePool / steps - step) <= 1e-9
  return { steps, reason: exact ? null : 'kept-domains' }
}

/** The nearest number that is a sum with at least one of each size; in a tie, the larger one. */
function nearestDivisible(wanted: number, sizes: readonly number[]): number {
  const reachable = sumsOf(sizes, 2 * wanted + Math.max(...sizes))
  for (let away = 0; ; away++) {
    if (reachable[wanted + away]) return wanted + away
    if (reachable[wanted - away]) return wanted - away
  }
}

function sumsOf(sizes: readonly number[], most: number): Uint8Array {
  const reachable = new Uint8Array(most + 1)
  reachable[sizes.reduce((sum, size) => sum + size, 0)] = 1
  for (const size of sizes) {
    for (let sum = size; sum <= most; sum++) reachable[sum]! |= reachable[sum - size]!
  }
  return reachable
}
