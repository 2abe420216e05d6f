import * as contract from '@steelyard/contract'
import type { Laboratory } from '../laboratory.ts'
import { OTHERS, REAL_TIME, TASK } from './play-task.ts'
import type { Advice } from './policies.ts'

/**
 * Asks the product what such a task leaves of one pCPU, and how RTDS would serve it.
 *
 * @param allowance by how much the execution time is overstated, as a factor: a guest needs more of
 * it in turns with others than alone, where it was measured
 */
export async function advise({ product }: Laboratory, allowance = 1): Promise<Advice> {
  const task = { ...TASK, executionMs: allowance * TASK.executionMs }
  const others = OTHERS.map(({ name }) => ({ name, weight: 256 }))
  const realTime = [{ name: REAL_TIME.name, ...task }]
  const body = { pCpus: 1, realTime, others, share: 'equal' as const }
  const { caps, reservations } = await product.call(contract.assessRealTime, { body })
  const [{ periodUs, budgetUs }] = reservations as [contract.RealTimeAssessment['reservations'][0]]
  return {
    capPercent: Object.fromEntries(caps!.map(({ domain, capPercent }) => [domain, capPercent])),
    reservation: { periodMs: periodUs / 1000, budgetMs: budgetUs / 1000 },
  }
}
