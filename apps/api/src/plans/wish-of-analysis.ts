import { medianErrorOf } from '@steelyard/analysis'
import { AnalysisOptions, type AnalysisResult, type EvidenceGrade } from '@steelyard/contract'
import { type AnalysisWithUploads, loadAnalysis } from '../analyses/analysis-row.ts'
import { promisedTargets } from '../analyses/promised-targets.ts'
import { storedAnalysis } from '../analyses/stored-analysis.ts'
import { type FoundResult, foundOf } from '../analyses/stored-result.ts'
import type { Tx } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
import { predictionSeconds, secondsOf } from '../milliseconds.ts'
import type { NewWish } from './stored-wish.ts'

/**
 * Turns the recommendation of an analysis into a wish.
 * @throws AppError `analysis-not-found`, `analysis-unfinished`, `analysis-unreadable`,
 *   `nothing-recommended`
 */
export async function wishOfAnalysis(
  tx: Tx,
  analysisId: string,
): Promise<{ hostId: string; wish: NewWish }> {
  const analysis = await loadAnalysis(tx, analysisId)
  const read = foundOf(analysis)
  if (!read) throw unprocessable('analysis-unfinished', 'This analysis has no result yet.')
  const advised = read.version === 1 ? presentedAdvice(read.presented) : adviceIn(analysis, read)
  if (advised === null) throw nothingRecommended()
  const wish = wishFor(advised, analysis.grade as EvidenceGrade | null)
  return { hostId: analysis.hostId, wish: { ...wish, ...domain0In(read), option: ['recommended'] } }
}

/** The weight of Domain-0 where the recording says it. */
export function domain0In(
  read: FoundResult | { version: 1; presented: AnalysisResult },
): Pick<NewWish, 'domain0Weight'> {
  // Of a result in milliseconds only the parts that a plan needs are looked at.
  const domain0 = read.version === 1 ? read.presented.domain0 : read.found.domain0
  const weight = domain0?.weightAssumed ? null : (domain0?.weight ?? null)
  return weight === null ? {} : { domain0Weight: weight }
}

/** What an analysis advises, in seconds and codes, in whichever form it was stored. */
interface Advised extends Omit<Advice, 'grade'> {
  statistic: NewWish['statistic']
  domains: (NewWish['domains'][number] & { weightAfter: number })[]
}

type Advice = NonNullable<NewWish['advice']>

function wishFor(
  { statistic, domains, by, targetWindowSeconds, checks, found }: Advised,
  grade: EvidenceGrade | null,
): NewWish {
  return {
    weights: domains.map(({ domain, weightAfter }) => ({ domain, weight: weightAfter })),
    pins: [],
    statistic,
    domains: domains.map((each) => ({
      domain: each.domain,
      weightBefore: each.weightBefore,
      predictedBefore: each.predictedBefore,
      predictedAfter: each.predictedAfter,
      targetSeconds: each.targetSeconds,
      meetsTarget: each.meetsTarget,
    })),
    advice: {
      by,
      targetWindowSeconds,
      grade,
      checks: checks.map(({ model, gain, uncertainty, passes, objects }) => ({
        model,
        gain,
        uncertainty,
        passes,
        objects,
      })),
      found,
    },
  }
}

function adviceIn(
  { targets, options }: AnalysisWithUploads,
  { found, basis }: FoundResult,
): Advised | null {
  const { recommendation } = found
  if (!recommendation?.advice.change) return null
  const promised = promisedTargets(targets)
  const { problem, solution, infeasible, by, checks, statistic, domains } = recommendation
  const isProven = (infeasible ?? solution).status !== 'not-proven'
  return {
    statistic,
    domains: domains.map((each) => ({
      ...each,
      targetSeconds: secondsOf(
        promised.find(({ domain }) => domain === each.domain)?.responseTimeMs ?? null,
      ),
    })),
    by: basis.by,
    targetWindowSeconds: storedAnalysis(AnalysisOptions, options).targetWindowSeconds,
    checks,
    found: {
      error: medianErrorOf(basis),
      unproven: isProven ? null : { problem, solution, infeasible, by },
    },
  }
}

/** Of a result that was stored in milliseconds and sentences. */
function presentedAdvice({
  recommendation,
  predictor,
  targetWindowSeconds,
}: AnalysisResult): Advised | null {
  if (recommendation?.advice !== 'change') return null
  const { domains, statistic, status, proof, checks } = recommendation
  return {
    statistic,
    domains: domains.map((each) => ({
      ...each,
      predictedBefore: predictionSeconds(each.predictedBefore),
      predictedAfter: predictionSeconds(each.predictedAfter),
      targetSeconds: secondsOf(each.targetMs),
    })),
    by: predictor.estimator,
    targetWindowSeconds: targetWindowSeconds ?? null,
    checks: checks.map(({ estimator, abstains, ...check }) => ({
      ...check,
      model: estimator,
      objects: !check.passes && !abstains,
    })),
    found: {
      statement: predictor.statement,
      notes: status === 'not-proven' ? [proof.statement] : [],
    },
  }
}

function nothingRecommended(): AppError {
  return unprocessable(
    'nothing-recommended',
    'This analysis recommends no other weights; its page says why. You can set weights by hand.',
  )
}
