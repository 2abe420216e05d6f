import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { Laboratory } from '../laboratory.ts'
import { DEMANDS, type Ground } from './ground.ts'
import { measure } from './measure.ts'
import type { PlayedPhase } from './paper2-result.ts'
import { setNeighbours } from './set-neighbours.ts'

const POLL_MS = 1000
const PATIENCE_MS = 15 * 60_000
/** Six readings in a row lower the number; one more may have begun before the load changed. */
const READINGS = 8

export interface Phase {
  name: PlayedPhase['name']
  neighbours: 'idle' | 'busy'
  demand: keyof typeof DEMANDS
}

/** Phases under the advice; after each part, one thread is compared with two. */
export const PARTS: { phases: Phase[]; compared: Phase['neighbours'] }[] = [
  {
    phases: [
      { name: 'busy', neighbours: 'busy', demand: 'costly' },
      { name: 'slow', neighbours: 'idle', demand: 'slow' },
      { name: 'costly', neighbours: 'idle', demand: 'costly' },
    ],
    compared: 'idle',
  },
  {
    phases: [{ name: 'busy again', neighbours: 'busy', demand: 'costly' }],
    compared: 'busy',
  },
]

/** Plays a load until the advice has settled, then measures for so long. */
export async function playPhase(
  ground: Ground,
  { name, neighbours, demand }: Phase,
  seconds: number,
): Promise<PlayedPhase> {
  const { host, clients } = ground
  const lostBefore = clients.lost.length
  clients.demand = DEMANDS[demand]
  await setNeighbours(host, neighbours)
  await untilSampled(ground, READINGS)
  const measured = await measure(host, clients, seconds)
  const { pCpus, idlePCpus, advisedThreads, reason, report } = await currentAdvice(ground)
  return {
    name,
    ...measured,
    pCpus: pCpus!,
    idlePCpus: idlePCpus!,
    advisedThreads: advisedThreads!,
    reason,
    report: report!,
    lost: clients.lost.length - lostBefore,
  }
}

async function lastAdvice({ product }: Laboratory): Promise<contract.LoadBalancerAdvice> {
  return (await product.call(contract.listLoadBalancers)).data[0]!.advice
}

async function untilSampled(laboratory: Laboratory, readings: number): Promise<void> {
  const seen = new Set<string>()
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(POLL_MS)) {
    const { sampledAt } = await lastAdvice(laboratory)
    if (sampledAt) seen.add(sampledAt)
    // The first one was there before.
    if (seen.size > readings) return
  }
  const { reason } = await lastAdvice(laboratory)
  throw new Error(`Only ${seen.size} readings of the host: ${reason}`)
}

/** Waits for a reading, because a busy machine may be late with one. */
async function currentAdvice(laboratory: Laboratory): Promise<contract.LoadBalancerAdvice> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const advice = await lastAdvice(laboratory)
    if (advice.state === 'current' && advice.report) return advice
    if (Date.now() > end) throw new Error(`There is no advice: ${advice.reason}`)
  }
}
