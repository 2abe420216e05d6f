import type { DomainArrivals } from '@steelyard/analysis'
import { arrivalsOf } from './arrivals.ts'
import type { LoadPlan } from './load-plan.ts'

/** The moments at which requests came, as an analysis reads them from a log. */
export function plannedArrivals(
  plan: LoadPlan,
  fromSeconds: number,
  toSeconds: number,
): DomainArrivals[] {
  return plan.family.guests.map(({ name }) => ({
    domain: name,
    startEpochSeconds: fromSeconds,
    offsetsSeconds: Float64Array.from(
      arrivalsOf(plan, name, fromSeconds, toSeconds),
      (at) => at - fromSeconds,
    ),
    resolution: 'microsecond' as const,
  }))
}
