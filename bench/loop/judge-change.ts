import { foretellOutcome, groupWindows, measuredResponseTime } from '@steelyard/analysis'
import { type JudgedOutcome, judgeOutcome, type OutcomeDomain } from '@steelyard/loop'
import { type Advised, targetsOf } from './analyse-observed.ts'
import { STEP_SECONDS } from './clock.ts'
import type { Family } from './families.ts'
import type { TendedHost, Weights } from './simulated-host.ts'

export interface JudgedChange extends JudgedOutcome {
  /** Logarithms of what was measured over what had been foretold, for later analyses. */
  errors: number[]
}

/** Has the product judge what came of a change of weights, as the API does. */
export async function judgeChange(
  family: Family,
  host: TendedHost,
  analysed: Advised['host'],
  weights: { before: Weights; after: Weights },
  range: { fromEpochSeconds: number; toEpochSeconds: number },
): Promise<JudgedChange> {
  const { fromEpochSeconds, toEpochSeconds } = range
  const windows = groupWindows(host.observed(fromEpochSeconds, toEpochSeconds), STEP_SECONDS)
  const names = analysed.known.load.domains.map(({ name }) => name)
  const seconds = Math.max(1, windows.length * STEP_SECONDS)
  const arrivals = host.arrivals(fromEpochSeconds, toEpochSeconds)
  const foretold = await foretellOutcome({
    host: analysed,
    weightsBefore: weights.before,
    weightsAfter: weights.after,
    range,
    ratesPerSecond: Object.fromEntries(
      names.map((name) => {
        const requests = windows.map(({ byDomain }) => byDomain.get(name)?.requests?.arrivals ?? 0)
        return [name, requests.reduce((sum, each) => sum + each, 0) / seconds]
      }),
    ),
    arrivals: arrivals.filter(({ offsetsSeconds }) => offsetsSeconds.length > 0),
  })
  const domains = foretold.map(({ domain, underThisLoad, leftAlone }): OutcomeDomain => {
    const measured = measuredResponseTime(windows, domain, 'access-log')
    const target = targetsOf(family).find((each) => each.domain === domain && !each.isSoft)
    return {
      domain,
      measuredSeconds: measured?.p95Seconds ?? null,
      requests: measured?.requests ?? 0,
      targetSeconds: target?.responseTimeSeconds ?? null,
      underThisLoad,
      leftAlone,
    }
  })
  const errors = domains.flatMap(({ measuredSeconds, underThisLoad }) =>
    measuredSeconds && underThisLoad ? [Math.log(measuredSeconds / underThisLoad.seconds)] : [],
  )
  return { ...judgeOutcome(domains), errors }
}
