import { medianErrorOf, type WeightRow } from '@steelyard/analysis'
import {
  AnalysisOptions,
  type EvidenceGrade,
  type ForecastDomain,
  type WantedWeight,
} from '@steelyard/contract'
import { loadAnalysis } from '../analyses/analysis-row.ts'
import { promisedTargets } from '../analyses/promised-targets.ts'
import { storedAnalysis } from '../analyses/stored-analysis.ts'
import { foundOf } from '../analyses/stored-result.ts'
import type { Deps } from '../deps.ts'
import { unprocessable } from '../errors.ts'
import type { askForecast } from '../forecasts/ask-forecast.ts'
import { predictionSeconds, secondsOf } from '../milliseconds.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import type { NewWish } from './stored-wish.ts'
import { domain0In, wishOfAnalysis } from './wish-of-analysis.ts'

type Found = NewWish['domains'][number]

/** Others than the recommended weights of an analysis. */
export interface OwnWeights {
  analysisId: string
  weights: readonly WantedWeight[]
}

/**
 * Turns weights into a wish with what an analysis predicts of them: a row of its options where one
 * has these weights, otherwise the answer to the what-if question.
 * @throws AppError as `wishOfAnalysis` and `askForecast` do
 */
export async function wishOfWeights(
  deps: Deps,
  { analysisId, weights }: OwnWeights,
): Promise<{ hostId: string; wish: NewWish }> {
  const analysis = await loadAnalysis(deps.db, analysisId)
  const read = foundOf(analysis)
  if (!read) throw unprocessable('analysis-unfinished', 'This analysis has no result yet.')
  if (read.version === 1) {
    throw unprocessable(
      'analysis-too-old',
      'An earlier version of Steelyard made this analysis. Analyse again to plan its options.',
    )
  }
  const { found, basis } = read
  const rows = found.options?.rows ?? []
  const row = rows.find((each) => hasWeights(each, rows[0]!, weights))
  if (row?.names.includes('recommended') && row !== rows[0]) {
    const { hostId, wish } = await wishOfAnalysis(deps.db, analysisId)
    return { hostId, wish: { ...wish, option: row.names } }
  }
  const forecast = row
    ? null
    : await readInThread<typeof askForecast>(deps, {
        module: new URL('../forecasts/ask-forecast.ts', import.meta.url),
        name: 'askForecast',
        question: { analysisId, question: { ...AS_RECORDED, domains: [...weights] } },
      })
  const targets = new Map(
    promisedTargets(analysis.targets).map(({ domain, responseTimeMs }) => [
      domain,
      secondsOf(responseTimeMs),
    ]),
  )
  const targetOf = (domain: string) => targets.get(domain) ?? null
  const now = new Map(found.domains.map(({ domain, weight }) => [domain, weight]))
  const domains = row
    ? row.domains.map((each, index) => foundIn(each, rows[0]!.domains[index]!, targetOf))
    : forecast!.domains.map((each) => foretold(each, now.get(each.domain)!, targetOf))
  const wish: NewWish = {
    weights: [...weights.map((each) => ({ ...each })), ...restOf(found.domains, weights)],
    pins: [],
    ...(row ? { option: row.names } : {}),
    isOwn: true,
    ...domain0In(read),
    statistic: basis.statistic,
    domains,
    advice: {
      by: basis.by,
      targetWindowSeconds: storedAnalysis(AnalysisOptions, analysis.options).targetWindowSeconds,
      grade: analysis.grade as EvidenceGrade | null,
      checks: [],
      found: {
        error: medianErrorOf(basis),
        unproven: null,
        isProvisional: forecast?.state === 'provisional',
      },
    },
  }
  return { hostId: analysis.hostId, wish }
}

/**
 * Those that nobody moved, as they were recorded: what is predicted rests on them too, and the host
 * may have other weights by now.
 */
function restOf(
  recorded: readonly { domain: string; weight: number }[],
  weights: readonly WantedWeight[],
): WantedWeight[] {
  return recorded
    .filter(({ domain }) => !weights.some((each) => each.domain === domain))
    .map(({ domain, weight }) => ({ domain, weight }))
}

const AS_RECORDED = { loadFactor: 1, overheadPercent: 0 }

function hasWeights(row: WeightRow, inForce: WeightRow, weights: readonly WantedWeight[]): boolean {
  return row.domains.every(({ domain, weight }, index) => {
    const wanted = weights.find((each) => each.domain === domain)
    return (
      wanted?.cap === undefined && weight === (wanted?.weight ?? inForce.domains[index]!.weight)
    )
  })
}

function foundIn(
  { domain, predicted, meetsTarget }: WeightRow['domains'][number],
  now: WeightRow['domains'][number],
  targetOf: (domain: string) => number | null,
): Found {
  return {
    domain,
    weightBefore: now.weight,
    predictedBefore: now.predicted,
    predictedAfter: predicted,
    targetSeconds: targetOf(domain),
    meetsTarget,
  }
}

function foretold(
  { domain, now, then, meetsTarget }: ForecastDomain,
  weightBefore: number,
  targetOf: (domain: string) => number | null,
): Found {
  return {
    domain,
    weightBefore,
    predictedBefore: predictionSeconds(now),
    predictedAfter: predictionSeconds(then),
    targetSeconds: targetOf(domain),
    meetsTarget,
  }
}
