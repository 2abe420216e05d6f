import type { TwinGuest } from '../config/twin-config.ts'
import { type Demand, guestDemand, vCpusOf } from './domain-demand.ts'

/** The pCPUs of each vCPU of a guest, by guest. */
export type Placement = ReadonlyMap<string, readonly (readonly number[])[]>

/**
 * The longest time for which a vCPU that never blocks keeps an arrival off its pCPU: credit's time
 * slice.
 */
const HOG_RUN_SECONDS = 0.03
/** From this utilisation on a pCPU counts as full, because waits grow without bound. */
const NEARLY_FULL = 0.98

/** Utilisation already on a pCPU: Domain-0's, where it is pinned there. */
export type PCpuLoads = ReadonlyMap<number, number>

interface Piece extends Demand {
  guest: TwinGuest
}

/**
 * The longest first, each vCPU on the least loaded pCPU (Graham's LPT rule). A guest's vCPUs are on
 * different pCPUs; one with more vCPUs than there are pCPUs may use all of them.
 */
export function spreadByLoad(
  guests: readonly TwinGuest[],
  pCpus: readonly number[],
  taken: PCpuLoads = new Map(),
): Placement {
  const busy = new Map(pCpus.map((p) => [p, taken.get(p) ?? 0]))
  const placement = new Map<string, number[][]>()
  for (const piece of heaviestFirst(guests)) {
    const { guest } = piece
    const vCpus = vCpusOf(guest)
    if (vCpus > pCpus.length) {
      placement.set(
        guest.name,
        Array.from({ length: vCpus }, () => [...pCpus]),
      )
      for (const p of pCpus) busy.set(p, busy.get(p)! + weightOf(piece) / pCpus.length)
      continue
    }
    const idlest = [...pCpus].sort((a, b) => busy.get(a)! - busy.get(b)! || a - b).slice(0, vCpus)
    placement.set(
      guest.name,
      idlest.map((p) => [p]),
    )
    for (const p of idlest) busy.set(p, busy.get(p)! + weightOf(piece) / vCpus)
  }
  return placement
}

/**
 * Starts from `spreadByLoad` and moves or swaps guests of one vCPU as long as the requests' mean
 * wait for one another falls: on each pCPU the residual work of Pollaczek and Khinchine, sum of
 * lambda E[x^2] / (2 (1 - rho)), as its requests see it. This groups short requests with short
 * ones.
 */
export function spreadByInterference(
  guests: readonly TwinGuest[],
  pCpus: readonly number[],
  taken: PCpuLoads = new Map(),
): Placement {
  const pieces = heaviestFirst(guests)
  const at = new Map([...spreadByLoad(guests, pCpus, taken)].map(([name, cpus]) => [name, cpus]))
  const cost = () => interference(pieces, at, pCpus, taken)
  const movable = pieces.map(({ guest }) => guest).filter((guest) => vCpusOf(guest) === 1)
  let best = cost()
  for (let improved = true; improved; ) {
    improved = false
    for (const change of changesOf(movable, at, pCpus)) {
      const before = change.map(([name]) => [name, at.get(name)!] as const)
      for (const [name, p] of change) at.set(name, [[p]])
      const now = cost()
      if (now < best * (1 - 1e-9)) {
        best = now
        improved = true
        break
      }
      for (const [name, cpus] of before) at.set(name, cpus)
    }
  }
  return at
}

type Change = (readonly [name: string, pCpu: number])[]

function* changesOf(
  guests: readonly TwinGuest[],
  at: Placement,
  pCpus: readonly number[],
): Generator<Change> {
  const pCpuOf = ({ name }: TwinGuest) => at.get(name)![0]![0]!
  for (const [index, guest] of guests.entries()) {
    for (const p of pCpus) if (p !== pCpuOf(guest)) yield [[guest.name, p]]
    for (const other of guests.slice(index + 1)) {
      const [mine, theirs] = [pCpuOf(guest), pCpuOf(other)]
      if (mine !== theirs) {
        yield [
          [guest.name, theirs],
          [other.name, mine],
        ]
      }
    }
  }
}

/** Waiting time for the work of other requests, in seconds per second. */
function interference(
  pieces: readonly Piece[],
  at: Placement,
  pCpus: readonly number[],
  taken: PCpuLoads,
): number {
  return pCpus.reduce((sum, p) => {
    let [rho, rate, residual] = [taken.get(p) ?? 0, 0, 0]
    for (const piece of pieces) {
      const spots = at.get(piece.guest.name)!
      const part = spots.reduce(
        (all, cpus) => all + (cpus.includes(p) ? 1 / cpus.length / spots.length : 0),
        0,
      )
      rho += part * piece.busyPCpus
      rate += part * piece.ratePerSecond
      residual += (part * (piece.secondMomentRate + piece.hogs * HOG_RUN_SECONDS)) / 2
    }
    const wait = residual / (1 - Math.min(rho, NEARLY_FULL))
    // Worse than any wait, and increasing with the overload.
    const overload = Math.max(0, rho - NEARLY_FULL) * 1e6
    return sum + rate * wait + overload
  }, 0)
}

function weightOf({ busyPCpus, hogs }: Demand): number {
  return busyPCpus + hogs
}

function heaviestFirst(guests: readonly TwinGuest[]): Piece[] {
  return guests
    .map((guest) => ({ ...guestDemand(guest), guest }))
    .sort((a, b) => weightOf(b) - weightOf(a))
}
