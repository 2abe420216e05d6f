import { type Interval, serviceTimes } from '../../papers/paper0/intervals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { roundsFor } from '../../recordings/load.ts'
import type { ExperimentOptions } from '../experiment.ts'

export const nameOf = (vm: number) => `vm${vm + 1}`

/** The intervals of a table of the main paper, with even arrivals, as httperf makes them. */
export function tableLoad(
  table: readonly Interval[],
  { scale, seed }: Pick<ExperimentOptions, 'scale' | 'seed'>,
): PlannedLoad {
  return {
    guests: serviceTimes.map((seconds, vm) => ({ name: nameOf(vm), rounds: roundsFor(seconds) })),
    phases: table.map(({ rates, seconds }) => ({
      durationSeconds: seconds * scale,
      requestsPerSecond: Object.fromEntries(rates.map((rate, vm) => [nameOf(vm), rate])),
    })),
    arrivals: { kind: 'even' },
    seed,
  }
}
