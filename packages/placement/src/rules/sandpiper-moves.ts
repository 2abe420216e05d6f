import type { Move, PlacedGuest, PlacementProblem } from '../problem/placement-problem.ts'
import { cpuOf, mayGo, type Tallied, Tally } from './tally.ts'

/** The paper's threshold of a resource, as a fraction of it (Wood et al., NSDI 2007, section 4.1). */
export const SANDPIPER_THRESHOLD = 0.75

/**
 * SandPiper's moves (Wood et al., NSDI 2007, section 5), published; the network, which nobody
 * measures here, is left out. Volume is 1 / ((1 - cpu) (1 - memory)), and VSR the volume of a guest
 * over its memory. Hot hosts by falling volume: the guest of the highest VSR goes to the host of the
 * least volume that stays below the threshold with it. Where no guest can go, the guest is exchanged
 * for guests of lower VSR there, if both hosts are below the threshold afterwards.
 * @param hotHostIds the hosts above the threshold in k of n windows and in the forecast
 */
export function sandpiperMoves(problem: PlacementProblem, hotHostIds: ReadonlySet<string>): Move[] {
  const tally = new Tally(problem)
  const byVolume = (one: Tallied, other: Tallied) => volumeOf(other) - volumeOf(one)
  for (const hot of tally.hosts.filter(({ host }) => hotHostIds.has(host.id)).sort(byVolume)) {
    while (cpuOf(hot) > SANDPIPER_THRESHOLD) {
      const others = tally.hosts.filter((each) => each !== hot && !hotHostIds.has(each.host.id))
      const places = others.sort(byVolume).reverse()
      const guests = hot.guests.toSorted((one, other) => vsrOf(other, hot) - vsrOf(one, hot))
      if (!moveOne(tally, hot, guests, places) && !swapOne(tally, hot, guests, places)) break
    }
  }
  return tally.moves
}

function volumeOf(tallied: Tallied): number {
  const memory = 1 - tallied.memoryFreeBytes / tallied.memoryBytes
  return 1 / (rest(cpuOf(tallied)) * rest(memory))
}

function vsrOf({ usePCpus, memoryBytes }: PlacedGuest, { host }: Tallied): number {
  return 1 / rest(usePCpus / host.pCpus) / memoryBytes
}

/** What is full counts as nearly full, or all full hosts were alike. */
function rest(used: number): number {
  return Math.max(0.001, 1 - used)
}

function moveOne(
  tally: Tally,
  hot: Tallied,
  guests: readonly PlacedGuest[],
  places: readonly Tallied[],
): boolean {
  for (const guest of guests) {
    const to = places.find((each) => mayGo(guest, each) && holds(each, [guest], []))
    if (!to) continue
    tally.move(guest, hot, to)
    return true
  }
  return false
}

function swapOne(
  tally: Tally,
  hot: Tallied,
  guests: readonly PlacedGuest[],
  places: readonly Tallied[],
): boolean {
  const [guest] = guests
  if (!guest) return false
  for (const place of places.filter((each) => mayGo(guest, each))) {
    const back: PlacedGuest[] = []
    const byVsr = place.guests.toSorted((one, other) => vsrOf(one, place) - vsrOf(other, place))
    for (const each of byVsr) {
      if (!mayGo(each, hot) || vsrOf(each, place) >= vsrOf(guest, hot)) continue
      if (!holds(hot, [...back, each], [guest])) continue
      back.push(each)
      if (!holds(place, [guest], back)) continue
      tally.move(guest, hot, place)
      for (const returning of back) tally.move(returning, place, hot)
      return true
    }
  }
  return false
}

/** Whether a host stays below the threshold when some arrive and others leave. */
function holds(
  { host, usePCpus, memoryFreeBytes }: Tallied,
  arriving: readonly PlacedGuest[],
  leaving: readonly PlacedGuest[],
): boolean {
  const more = (of: (guest: PlacedGuest) => number) =>
    arriving.reduce((sum, each) => sum + of(each), 0) -
    leaving.reduce((sum, each) => sum + of(each), 0)
  return (
    (usePCpus + more((each) => each.usePCpus)) / host.pCpus < SANDPIPER_THRESHOLD &&
    more((each) => each.memoryBytes) <= memoryFreeBytes
  )
}
