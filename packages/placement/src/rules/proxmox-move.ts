import type { Move, PlacedGuest, PlacementProblem } from '../problem/placement-problem.ts'
import { mayGo, type Tallied, Tally } from './tally.ts'

/** Proxmox VE 9.2: an imbalance above 30 % for three rounds, and a move that takes 10 % off it. */
export const PROXMOX = { threshold: 0.3, holdRounds: 3, margin: 0.1 } as const

/**
 * The imbalance of a cluster: the standard deviation of what its nodes use over the mean, where a
 * node uses the mean of its CPU and its memory. Our reading; the documentation names averages of CPU
 * and memory, and no formula.
 */
export function proxmoxImbalance(problem: PlacementProblem): number {
  return imbalanceOf(sumsOf(new Tally(problem).hosts.map((each) => loadOf(each))))
}

/**
 * The one move that lowers the imbalance most, tried for every guest and node (`bruteforce`); null
 * where none lowers it by the margin. Whoever asks holds the threshold for three rounds first.
 */
export function proxmoxMove(problem: PlacementProblem): Move | null {
  const tally = new Tally(problem)
  const sums = sumsOf(tally.hosts.map((each) => loadOf(each)))
  let best: { guest: PlacedGuest; from: Tallied; to: Tallied } | null = null
  let least = imbalanceOf(sums) * (1 - PROXMOX.margin)
  for (const from of tally.hosts) {
    for (const guest of from.guests) {
      const left = changed(sums, loadOf(from), loadOf(from, guest, -1))
      for (const to of tally.hosts) {
        if (to === from || !mayGo(guest, to) || to.memoryFreeBytes < guest.memoryBytes) continue
        const imbalance = imbalanceOf(changed(left, loadOf(to), loadOf(to, guest, 1)))
        if (imbalance >= least) continue
        least = imbalance
        best = { guest, from, to }
      }
    }
  }
  if (!best) return null
  tally.move(best.guest, best.from, best.to)
  return tally.moves[0]!
}

/** With one guest more or less, where one is named. */
function loadOf(
  { usePCpus, host, memoryFreeBytes, memoryBytes }: Tallied,
  guest?: PlacedGuest,
  times = 0,
): number {
  const cpu = (usePCpus + times * (guest?.usePCpus ?? 0)) / host.pCpus
  const memory = 1 - (memoryFreeBytes - times * (guest?.memoryBytes ?? 0)) / memoryBytes
  return (cpu + memory) / 2
}

interface Sums {
  count: number
  sum: number
  squares: number
}

function sumsOf(loads: readonly number[]): Sums {
  const sum = loads.reduce((total, each) => total + each, 0)
  return { count: loads.length, sum, squares: loads.reduce((total, each) => total + each ** 2, 0) }
}

function changed({ count, sum, squares }: Sums, before: number, after: number): Sums {
  return { count, sum: sum - before + after, squares: squares - before ** 2 + after ** 2 }
}

function imbalanceOf({ count, sum, squares }: Sums): number {
  const mean = sum / count
  return mean > 0 ? Math.sqrt(Math.max(0, squares / count - mean ** 2)) / mean : 0
}
