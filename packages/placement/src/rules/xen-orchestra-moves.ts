import type { Move, PlacementProblem } from '../problem/placement-problem.ts'
import { cpuOf, mayGo, Tally } from './tally.ts'

/** 85 % of the critical threshold, 90 % of the CPU. */
export const XEN_ORCHESTRA_THRESHOLD = 0.765
/** The weight of the newest minute against that of the last 30. */
export const XEN_ORCHESTRA_NOW = 0.75

/**
 * The rule of Xen Orchestra's load balancer in its mode *performance*, as we read its source
 * (packages/xo-server-load-balancer, `performance-plan.js` and `plan.js`), once a minute. A host is
 * hot when the newest minute exceeds the threshold, and three parts of it with one of the last half
 * hour do too. Its guests by falling use go to the host that uses least, as long as that then uses
 * less than the hot one and has the memory.
 * @param problem with the blended use of each guest
 * @param hotHostIds the hosts whose newest minute exceeds the threshold
 */
export function xenOrchestraMoves(
  problem: PlacementProblem,
  hotHostIds: ReadonlySet<string>,
): Move[] {
  const tally = new Tally(problem)
  const hot = tally.hosts
    .filter((each) => hotHostIds.has(each.host.id) && cpuOf(each) >= XEN_ORCHESTRA_THRESHOLD)
    .sort((one, other) => cpuOf(other) - cpuOf(one))
  for (const [index, exceeded] of hot.entries()) {
    const done = hot.slice(0, index + 1)
    for (const guest of exceeded.guests.toSorted((one, other) => other.usePCpus - one.usePCpus)) {
      const [to] = tally.hosts
        .filter((each) => !done.includes(each) && mayGo(guest, each))
        .sort((one, other) => cpuOf(one) - cpuOf(other))
      if (!to || to.memoryFreeBytes < guest.memoryBytes) continue
      const left = (exceeded.usePCpus - guest.usePCpus) / exceeded.host.pCpus
      if (left < (to.usePCpus + guest.usePCpus) / to.host.pCpus) continue
      tally.move(guest, exceeded, to)
    }
  }
  return tally.moves
}
