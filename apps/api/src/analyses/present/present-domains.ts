import type {
  AnalysisResult,
  DomainResult,
  EstimatedTime,
  PredictedPhase,
  ResponseTime,
} from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { isoOf } from '../../epoch.ts'
import { breakdownMs, msOf, toMs } from '../../milliseconds.ts'
import { presentPrediction } from './present-prediction.ts'

/** Presents the domains over the decision range, with the twin as one of their estimators. */
export function presentDomains(
  { domains, domain0 }: Pick<AnalysisResult, 'domains' | 'domain0'>,
  targets: readonly contract.SlaTarget[],
  twin: contract.Twin,
): contract.DomainResult[] {
  const shares = contract.sharesOf(contract.withDomain0(domains, domain0.weight))
  return domains.map((domain) =>
    presentDomain(domain, shares.get(domain.domain)!, { targets, twin }),
  )
}

function presentDomain(
  domain: DomainResult,
  share: number,
  { targets, twin }: { targets: readonly contract.SlaTarget[]; twin: contract.Twin },
): contract.DomainResult {
  return {
    domain: domain.domain,
    weight: domain.weight,
    share,
    target: targets.find((target) => target.domain === domain.domain) ?? null,
    arrivalRatePerSecond: domain.arrivalRatePerSecond,
    busyArrivalRatePerSecond: domain.busyArrivalRatePerSecond,
    serviceTimeMs: toMs(domain.serviceTimeSeconds),
    utilisation: domain.utilisation,
    runnableWaitPerRequestMs: toMs(domain.runnableWaitPerRequestSeconds),
    measured: responseTimeMs(domain.measured),
    observedMs: toMs(domain.observedResponseTimeSeconds),
    predictedNow: presentPrediction(domain.predictedNow),
    meetsTarget: domain.meetsTarget,
    estimates: [...domain.estimates.map(presentEstimate), twinEstimate(domain.domain, twin)],
  }
}

function presentEstimate({
  estimator,
  seconds,
  breakdown,
  valid,
  reasons,
}: EstimatedTime): contract.DomainResult['estimates'][number] {
  return {
    estimator,
    responseTimeMs: toMs(seconds),
    breakdown: breakdownMs(breakdown),
    valid,
    reasons: reasons?.map(({ sentence }) => sentence) ?? [words.analyses.noServiceTime],
  }
}

function twinEstimate(
  domain: string,
  twin: contract.Twin,
): contract.DomainResult['estimates'][number] {
  const played = twin.domains.find((each) => each.domain === domain)
  const mean = played ? contract.asMeasured(played).mean : null
  const silence = twin.state === 'left-out' ? twin.reason! : words.analyses.twinAnsweredNothing
  return {
    estimator: 'twin',
    responseTimeMs: mean?.ms ?? null,
    breakdown: null,
    valid: mean !== null,
    reasons: mean ? [] : [silence],
  }
}

export function presentPhase({ span, domains }: PredictedPhase): contract.PhaseResult {
  return {
    label: span.label,
    from: isoOf(span.fromEpochSeconds),
    to: isoOf(span.toEpochSeconds),
    domains: domains.map((each) => ({
      domain: each.domain,
      weight: each.weight,
      arrivalRatePerSecond: each.arrivalRatePerSecond,
      measured: responseTimeMs(each.measured),
      estimatesMs: Object.fromEntries(
        Object.entries(each.estimatesSeconds).map(([id, seconds]) => [id, toMs(seconds)]),
      ),
      predicted: presentPrediction(each.predicted ?? null),
      notValid: each.notValid,
    })),
  }
}

function responseTimeMs(measured: ResponseTime | null): contract.ResponseTime | null {
  return (
    measured && {
      meanMs: msOf(measured.meanSeconds),
      p50Ms: toMs(measured.p50Seconds),
      ...contract.percentilesMs((each) => toMs(measured[`${each}Seconds`])),
      requests: measured.requests,
      measuredBy: measured.measuredBy,
    }
  )
}
