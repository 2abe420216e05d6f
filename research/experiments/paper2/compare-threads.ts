import { setTimeout as sleep } from 'node:timers/promises'
import { setThreads } from './balancer.ts'
import { DEMANDS, type Ground } from './ground.ts'
import { measure } from './measure.ts'
import type { Comparison } from './paper2-result.ts'
import { setNeighbours } from './set-neighbours.ts'

/** In turns, because this machine may become slower or faster meanwhile. */
const THREADS = [1, 2, 1, 2]
const SETTLE_MS = 5000

/**
 * Plays the same load with one thread and with two. The companion must not run meanwhile. It ends
 * with two threads.
 */
export async function compareThreads(
  { host, clients }: Ground,
  neighbours: Comparison['neighbours'],
  seconds: number,
): Promise<Comparison> {
  clients.demand = DEMANDS.costly
  await setNeighbours(host, neighbours)
  const rounds: Comparison['rounds'] = []
  for (const threads of THREADS) {
    await setThreads(host, threads)
    await sleep(SETTLE_MS)
    rounds.push({ threads, ...(await measure(host, clients, seconds)) })
  }
  return { neighbours, rounds }
}
