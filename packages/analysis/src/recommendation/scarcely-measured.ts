import type { Statistic } from '@steelyard/model'
import type { Evidence } from '../evidence/evidence.ts'
import type { MeasuredByDomain } from '../prediction/predictors.ts'
import type { DomainTarget } from '../settings.ts'

/**
 * A percentile that rests on fewer requests than the evidence asks for has been off by this factor
 * and more in recordings of drawn hosts. Our own bound.
 */
const OFF_BY = 2

/**
 * The domains with a target that may be missed for all that the recording shows: their statistic
 * rests on too few requests, and is not far below the target. Their share is not taken away.
 */
export function scarcelyMeasured(
  { lacks }: Evidence,
  targets: readonly DomainTarget[],
  measured: MeasuredByDomain,
  statistic: Statistic,
): string[] {
  const few = new Set(lacks.flatMap((lack) => (lack.code === 'few-requests' ? lack.domains : [])))
  return targets.flatMap(({ domain, responseTimeSeconds: target }) => {
    const seconds = measured.get(domain)?.[statistic] ?? null
    const isClose = target !== null && (seconds === null || OFF_BY * seconds > target)
    return few.has(domain) && isClose ? [domain] : []
  })
}
