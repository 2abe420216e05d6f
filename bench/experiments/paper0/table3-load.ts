import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { roundsFor } from '../../recordings/load.ts'
import { serviceTimes, table3 } from '../../reproduce/paper0/intervals.ts'

export const nameOf = (vm: number) => `vm${vm + 1}`

/** Table 3 of the main paper, with even arrivals, as httperf makes them. */
export function table3Load({ scale, seed }: { scale: number; seed: number }): PlannedLoad {
  return {
    guests: serviceTimes.map((seconds, vm) => ({ name: nameOf(vm), rounds: roundsFor(seconds) })),
    phases: table3.map(({ rates, seconds }) => ({
      durationSeconds: seconds * scale,
      requestsPerSecond: Object.fromEntries(rates.map((rate, vm) => [nameOf(vm), rate])),
    })),
    arrivals: { kind: 'even' },
    seed,
  }
}
