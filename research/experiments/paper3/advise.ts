import * as contract from '@steelyard/contract'
import type { Laboratory } from '../laboratory.ts'
import { OTHERS, REAL_TIME, TASK } from './play-task.ts'
import type { Advice } from './policies.ts'

/**
 * Asks the product what such a task leaves of one pCPU, and how RTDS would serve it.
 *
 * @param allowancePercent given beyond the execution time, which was measured alone: in turns with
 * others a guest needs more
 */
export async function advise({ product }: Laboratory, allowancePercent: number): Promise<Advice> {
  const others = OTHERS.map(({ name }) => ({ name, weight: 256 }))
  const realTime = [{ name: REAL_TIME.name, ...TASK }]
  const body = { pCpus: 1, realTime, others, share: 'equal' as const, allowancePercent }
  const { caps, reservations } = await product.call(contract.assessRealTime, { body })
  const [{ periodUs, budgetUs }] = reservations as [contract.RealTimeAssessment['reservations'][0]]
  return {
    capPercent: Object.fromEntries(caps!.map(({ domain, capPercent }) => [domain, capPercent])),
    reservation: { periodMs: periodUs / 1000, budgetMs: budgetUs / 1000 },
  }
}
