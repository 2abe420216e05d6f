import { medianErrorOf } from '@steelyard/analysis'
import { AnalysisOptions, type AnalysisResult, type EvidenceGrade } from '@steelyard/contract'
import { type AnalysisWithUploads, loadAnalysis } from '../analyses/analysis-row.ts'
import { promisedTargets } from '../analyses/promised-targets.ts'
import { storedAnalysis } from '../analyses/stored-analysis.ts'
import { type FoundResult, foundOf } from '../analyses/stored-result.ts'
import type { Tx } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
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
  const wish = read.version === 1 ? presentedWish(analysis, read.presented) : wishIn(analysis, read)
  return { hostId: analysis.hostId, wish }
}

function wishIn(
  { targets, options, grade }: AnalysisWithUploads,
  { found, basis }: FoundResult,
): NewWish {
  const { recommendation } = found
  if (!recommendation?.advice.change) throw nothingRecommended()
  const promised = promisedTargets(targets)
  const { problem, solution, infeasible, by, checks, statistic, domains } = recommendation
  const isProven = (infeasible ?? solution).status !== 'not-proven'
  const { targetWindowSeconds } = storedAnalysis(AnalysisOptions, options)
  return {
    weights: domains.map(({ domain, weightAfter }) => ({ domain, weight: weightAfter })),
    pins: [],
    statistic,
    domains: domains.map(
      ({ domain, weightBefore, predictedBefore, predictedAfter, meetsTarget }) => ({
        domain,
        weightBefore,
        predictedBefore,
        predictedAfter,
        targetSeconds: secondsOf(promised.find((each) => each.domain === domain)?.responseTimeMs),
        meetsTarget,
      }),
    ),
    advice: {
      by: basis.by,
      targetWindowSeconds,
      grade: grade as EvidenceGrade | null,
      checks: checks.map(({ model, gain, uncertainty, passes, objects }) => ({
        model,
        gain,
        uncertainty,
        passes,
        objects,
      })),
      found: {
        error: medianErrorOf(basis),
        unproven: isProven ? null : { problem, solution, infeasible, by },
      },
    },
  }
}

/** Of a result that was stored in milliseconds and sentences. */
function presentedWish(
  { grade }: AnalysisWithUploads,
  { recommendation, predictor, targetWindowSeconds }: AnalysisResult,
): NewWish {
  if (recommendation?.advice !== 'change') throw nothingRecommended()
  const { domains, statistic, status, proof, checks } = recommendation
  const seconds = (time: AnalysisResult['domains'][number]['predictedNow']) =>
    time && {
      seconds: time.ms / 1000,
      lowSeconds: time.lowMs / 1000,
      highSeconds: time.highMs / 1000,
    }
  return {
    weights: domains.map(({ domain, weightAfter }) => ({ domain, weight: weightAfter })),
    pins: [],
    statistic,
    domains: domains.map((each) => ({
      domain: each.domain,
      weightBefore: each.weightBefore,
      predictedBefore: seconds(each.predictedBefore),
      predictedAfter: seconds(each.predictedAfter),
      targetSeconds: secondsOf(each.targetMs),
      meetsTarget: each.meetsTarget,
    })),
    advice: {
      by: predictor.estimator,
      targetWindowSeconds: targetWindowSeconds ?? null,
      grade: grade as EvidenceGrade | null,
      checks: checks.map(({ estimator, gain, uncertainty, passes, abstains }) => ({
        model: estimator,
        gain,
        uncertainty,
        passes,
        objects: !passes && !abstains,
      })),
      found: {
        statement: predictor.statement,
        notes: status === 'not-proven' ? [proof.statement] : [],
      },
    },
  }
}

function nothingRecommended(): AppError {
  return unprocessable(
    'nothing-recommended',
    'This analysis recommends no other weights; its page says why. You can set weights by hand.',
  )
}

function secondsOf(ms: number | null | undefined): number | null {
  return ms == null ? null : ms / 1000
}
