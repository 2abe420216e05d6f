import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import type { ExperimentOptions } from '../experiment.ts'
import { tableLoad } from '../paper0/table-load.ts'

/** Domain-0's own work where it is busy: 12 ms of computing every 100 ms. */
export const BUSY = { periodMs: 100, executionMs: 12 }

/**
 * Between intervals 4 and 5 of Table 3, which leaves room for what a busy Domain-0 does. No two
 * rates are alike or multiples, so the streams meet in every way within a second.
 */
const INTERVAL = { rates: [41, 38, 150], seconds: 30 } as const

/** The same requests in each cell. */
export function domain0Load(options: Pick<ExperimentOptions, 'scale' | 'seed'>): PlannedLoad {
  return tableLoad([INTERVAL], options)
}
