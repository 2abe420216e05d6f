import type { AnalysisResult, PredictorBasis } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { isoOf } from '../epoch.ts'
import { toMs } from '../milliseconds.ts'
import { presentAsPrinted } from './present/present-as-printed.ts'
import { presentBesideSandpiper } from './present/present-beside-sandpiper.ts'
import { presentCalibration } from './present/present-calibration.ts'
import { presentDomains, presentPhase } from './present/present-domains.ts'
import { presentError } from './present/present-errors.ts'
import { presentEstimators } from './present/present-estimators.ts'
import { presentEvidence } from './present/present-evidence.ts'
import { presentFinding } from './present/present-finding.ts'
import { presentMissingCapacity } from './present/present-missing-capacity.ts'
import { presentNote } from './present/present-notes.ts'
import { presentOptions } from './present/present-options.ts'
import { presentPredictor } from './present/present-predictor.ts'
import { presentRanking } from './present/present-ranking.ts'
import { presentSandpiper } from './present/present-sandpiper.ts'
import { presentTwin } from './present/present-twin.ts'
import { presentVerdict } from './present/present-verdict.ts'
import { presentObjective } from './present/recommendation/present-objectives.ts'
import { presentRecommendation } from './present/recommendation/present-recommendation.ts'
import { promisedTargets } from './promised-targets.ts'

/**
 * Converts the engine's result to the milliseconds and words of the API.
 *
 * @param targets as requested, because converting them back from seconds would change digits
 */
export function present(
  result: AnalysisResult,
  basis: PredictorBasis,
  {
    targets: stated,
    options,
  }: { targets: readonly contract.SlaTarget[]; options: contract.AnalysisOptions },
): contract.AnalysisResult {
  const targets = promisedTargets(stated)
  const asked = { targets, options }
  const { targetWindowSeconds } = options
  const { range, recorded, domain0, recommendation, objectives } = result
  const twin = presentTwin(result.twin, result.measured)
  return {
    ...presentVerdict(result.verdict, result.evidence, recommendation, targetWindowSeconds),
    evidence: presentEvidence(result.evidence),
    predictor: presentPredictor(result, basis),
    comparison: words.analyses.comparison(result, basis),
    range: { ...presentSpan(range), reason: words.analyses.range[range.reason] },
    recorded: presentSpan(recorded),
    targetStatistic: basis.statistic,
    targetWindowSeconds,
    windowSeconds: result.windowSeconds,
    windows: result.windows,
    domains: presentDomains(result, targets, twin),
    domain0: {
      weight: domain0.weight,
      weightAssumed: domain0.weightAssumed,
      utilisation: domain0.utilisation,
      serviceTimePerRequestMs: toMs(domain0.serviceTimePerRequestSeconds),
      ioRequestsPerSecond: domain0.ioRequestsPerSecond,
      delayPerIoMs: toMs(domain0.delayPerIoSeconds),
    },
    hostUtilisation: result.hostUtilisation,
    weightChanges: result.weightChanges.map(presentWeightChange),
    phases: result.phases.map(presentPhase),
    estimators: presentEstimators(result.assumptions, twin),
    errors: result.errors.map(presentError),
    sandpiper: presentSandpiper(result.sandpiper),
    besideSandpiper: presentBesideSandpiper(result, targets),
    options: presentOptions(result, targets),
    asPrinted: presentAsPrinted(result, asked),
    recommendation:
      recommendation &&
      presentRecommendation(recommendation, targets, basis.by, {
        objectives: objectives ?? [],
        options: result.options,
      }),
    missingCapacity: result.missingCapacity && presentMissingCapacity(result.missingCapacity),
    ranking: presentRanking(result.ranking),
    twin,
    calibration: presentCalibration(result.calibration, result.windows),
    objectives: objectives?.map((each) => presentObjective(each, result, asked)) ?? null,
    dataQuality: [
      ...result.recommendationNotes.map(presentNote),
      ...result.dataQuality.map(presentFinding),
    ],
  }
}

export function presentWeightChange({
  atEpochSeconds,
  domain,
  weight,
}: AnalysisResult['weightChanges'][number]) {
  return { at: isoOf(atEpochSeconds), domain, weight }
}

export function presentSpan({ fromEpochSeconds, toEpochSeconds }: AnalysisResult['recorded']): {
  from: string
  to: string
} {
  return { from: isoOf(fromEpochSeconds), to: isoOf(toEpochSeconds) }
}
