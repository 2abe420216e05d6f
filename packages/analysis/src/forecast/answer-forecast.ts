import {
  type DomainEstimate,
  ESTIMATORS,
  FORMULA_IDS,
  type FormulaId,
  responseTimeBracket,
} from '@steelyard/model'
import { seenTime } from '../estimates/seen-time.ts'
import type { AnalysedHost } from '../load/analysed-host.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { anchorTimes, measuredMeanOf } from './anchor-times.ts'
import { type AskedHost, asAnalysed } from './asked-host.ts'
import { askedLoad } from './asked-load.ts'
import type { Bracket, DomainForecast, Forecast, FormulaAnswer, Outlook } from './forecast.ts'
import { findHeadroom, type Headroom } from './headroom.ts'
import { notSeen } from './not-seen.ts'

/**
 * The answers that formulas give at once: each one's response times, the levers it cannot see, and
 * the headroom.
 */
export async function answerForecast(host: AnalysedHost, asked: AskedHost): Promise<Forecast> {
  return {
    answers: FORMULA_IDS.map((estimator) => answerBy(estimator, host, asked)),
    notSeen: notSeen(asAnalysed(host.known), asked),
    headroom: await headroomOf(host, asked),
  }
}

function answerBy(estimator: FormulaId, host: AnalysedHost, asked: AskedHost): FormulaAnswer {
  const { known } = host
  const wanted = askedLoad(known, asked)
  const estimates = estimatesBy(estimator, wanted)
  const estimatesNow = estimatesBy(estimator, known)
  const fit = known.calibration.delayAware
  return {
    estimator,
    missing: estimator === 'delay-aware-calibrated' && 'missing' in fit ? fit.missing : null,
    domains: known.load.domains.map(({ name }): DomainForecast => {
      const estimate = estimates.get(name)!
      const modelled = {
        seconds: seenSeconds(known, estimate),
        nowSeconds: seenSeconds(known, estimatesNow.get(name)!),
      }
      const anchored = anchorTimes(estimator, host, name, modelled)
      const bracket = responseTimeBracket(name, wanted.load)
      return {
        name,
        ...modelled,
        ...anchored,
        measuredSeconds: measuredMeanOf(host, name),
        breakdown: estimate.breakdown,
        bracket,
        reach:
          estimator === 'sdps' ? reachOf(bracket, modelled.nowSeconds, anchored.outlook) : null,
        meetsTarget: meetsTarget(anchored.outlook, targetOf(host, name), estimate),
        valid: estimate.valid,
        reasons: estimate.reasons,
      }
    }),
  }
}

function estimatesBy(
  estimator: FormulaId,
  { load, weights, options, calibration }: AnalysisLoad,
): Map<string, DomainEstimate> {
  const { domains } = ESTIMATORS[estimator].estimate(load, weights, {
    ...options,
    delayAwareFit: calibration.delayAware,
  })
  return new Map(domains.map((domain) => [domain.name, domain]))
}

/**
 * The estimate for the side that was measured, clients or the server's log. Null when it is not
 * finite.
 */
function seenSeconds({ measured }: AnalysisLoad, estimate: DomainEstimate): number | null {
  const { measuredBy } = measured.find(({ domain }) => domain === estimate.name) ?? {}
  const seconds = seenTime(estimate, measuredBy)
  return seconds !== null && Number.isFinite(seconds) ? seconds : null
}

function reachOf(
  bracket: Bracket | null,
  modelledNowSeconds: number | null,
  { nowSeconds }: Outlook,
): Bracket | null {
  if (!bracket || !modelledNowSeconds || nowSeconds === null) return null
  const factor = nowSeconds / modelledNowSeconds
  return { bestSeconds: bracket.bestSeconds * factor, worstSeconds: bracket.worstSeconds * factor }
}

function targetOf({ domains }: AnalysedHost, domain: string): number | null {
  return domains.find(({ name }) => name === domain)?.targetSeconds ?? null
}

/**
 * A domain whose own queue grows without bound misses its target; without an answer it is
 * undecided.
 */
function meetsTarget(
  { thenSeconds }: Outlook,
  targetSeconds: number | null,
  { reasons }: DomainEstimate,
): boolean | null {
  if (targetSeconds === null) return null
  if (reasons.some(({ code }) => code === 'saturated')) return false
  return thenSeconds === null ? null : thenSeconds <= targetSeconds
}

async function headroomOf(host: AnalysedHost, asked: AskedHost): Promise<Headroom[]> {
  const { known } = host
  const now = estimatesBy('sdps', known)
  const nowOf = (domain: string) => seenSeconds(known, now.get(domain)!)
  const domains = known.load.domains
    .filter(({ arrivalRatePerSecond }) => arrivalRatePerSecond > 0)
    .map(({ name }) => name)
  const limits = domains.map((domain) => ({ domain, targetSeconds: targetOf(host, domain) }))
  const headroom = await findHeadroom(limits, (loadFactor) => {
    const estimates = estimatesBy('sdps', askedLoad(known, { ...asked, loadFactor }))
    return new Map(
      domains.map((domain) => {
        const seconds = seenSeconds(known, estimates.get(domain)!)
        const modelled = { seconds, nowSeconds: nowOf(domain) }
        return [domain, anchorTimes('sdps', host, domain, modelled).outlook.thenSeconds]
      }),
    )
  })
  const factorOf = ({ breaksAtFactor }: Headroom) => breaksAtFactor ?? Number.POSITIVE_INFINITY
  return headroom.sort((a, b) => factorOf(a) - factorOf(b))
}
