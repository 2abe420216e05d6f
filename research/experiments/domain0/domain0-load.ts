import type { Interval } from '../../papers/paper0/intervals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import type { ExperimentOptions } from '../experiment.ts'
import { tableLoad } from '../paper0/table-load.ts'
import type { Cell } from './cells.ts'

/** Domain-0's own work where it is busy: 12 ms of computing every 100 ms. */
export const BUSY = { periodMs: 100, executionMs: 12 }

/**
 * Between intervals 4 and 5 of Table 3, which leaves room for what a busy Domain-0 does. No two
 * rates are alike or multiples, so the streams meet in every way within a second.
 */
const RATES = [41, 38, 150] as const
const SECONDS = 30

/** The same requests in each cell, but for a guest that computes. */
export function domain0Load(
  { oneComputes }: Cell,
  options: Pick<ExperimentOptions, 'scale' | 'seed'>,
): PlannedLoad {
  const [first, second, third] = RATES
  const rates: Interval['rates'] = [oneComputes ? 0 : first, second, third]
  return tableLoad([{ rates, seconds: SECONDS }], options)
}
