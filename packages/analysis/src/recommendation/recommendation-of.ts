import { predictionInterval, residualSpreadOf, scaleBy, share } from '@steelyard/model'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { Statistic } from '../settings.ts'
import type { Advice } from './advice.ts'
import { sightFor } from './choose-options.ts'
import { anchorsOf, timesOf } from './predictors.ts'
import type { Choice, RecommendInput } from './recommend.ts'
import { PREDICTION_SEEDS } from './twin-answers.ts'

/** The chosen weights, whether to apply them, and the predicted gain or cost for each domain. */
export interface Recommendation extends Choice {
  advice: Advice
  /** The statistic of all figures about domains, measured and predicted. */
  statistic: Statistic
  domains: RecommendedDomain[]
}

export interface RecommendedDomain {
  domain: string
  weightBefore: number
  weightAfter: number
  shareBefore: number
  shareAfter: number
  measuredSeconds: number | null
  measuredBy: MeasuredBy | null
  /** At the weights in force. */
  predictedBeforeSeconds: number | null
  /** At the new weights. */
  predictedSeconds: number | null
  /** 90 % prediction interval at the new weights. */
  interval: { lowSeconds: number; highSeconds: number } | null
  /** The model's time at the new weights, without an anchor. */
  modelSeconds: number | null
  meetsTarget: boolean | null
  excluded: boolean
}

export async function recommendationOf(
  input: RecommendInput,
  choice: Choice,
  advice: Advice,
): Promise<Recommendation> {
  return {
    ...choice,
    advice,
    statistic: shownStatistic(choice, input),
    domains: await domainsOf(input, choice, advice),
  }
}

/**
 * A measured statistic, so that domains can be compared with it: the mean when there are no
 * targets.
 */
function shownStatistic({ objective }: Choice, { settings }: RecommendInput): Statistic {
  const sight = sightFor(objective, settings)
  return sight === 'client' ? 'mean' : sight
}

/** Unless a change is advised, domains keep their weights. */
async function domainsOf(
  input: RecommendInput,
  choice: Choice,
  { change }: Advice,
): Promise<RecommendedDomain[]> {
  const { problem, solution, by } = choice
  const { load, measured, measuredBy, predictors, targets, settings } = input
  const statistic = shownStatistic(choice, input)
  const names = load.domains.map((domain) => domain.name)
  const shares = share(problem.currentWeights, names, problem.normalisation).domains
  const weights = change ? solution.weights! : problem.currentWeights
  const now = await predictors[by]!.predict(problem.currentWeights)
  const then = await predictors[by]!.predict(weights)
  const factorsFor = async (each: Statistic) =>
    problem.factors ? await anchorsOf(predictors[by]!, problem.currentWeights, measured, each) : {}
  const factors = await factorsFor(statistic)
  const before = scaleBy(timesOf(now, statistic), factors)
  const after = scaleBy(timesOf(then, statistic), factors)
  const judged = scaleBy(
    timesOf(then, settings.targetStatistic),
    await factorsFor(settings.targetStatistic),
  )
  return names.map((domain) => {
    const target = targets.find((each) => each.domain === domain)?.responseTimeSeconds ?? null
    const predicted = after.get(domain) ?? null
    const promised = judged.get(domain) ?? null
    return {
      domain,
      weightBefore: problem.currentWeights[domain]!,
      weightAfter: weights[domain]!,
      shareBefore: shares[domain]!,
      shareAfter: change ? solution.shares![domain]! : shares[domain]!,
      measuredSeconds: measured.get(domain)?.[statistic] ?? null,
      measuredBy: measuredBy.get(domain) ?? null,
      predictedBeforeSeconds: before.get(domain) ?? null,
      predictedSeconds: predicted,
      interval: intervalOf(input, choice, { domain, change }, predicted),
      modelSeconds: then.get(domain)?.[statistic] ?? null,
      meetsTarget: target === null || promised === null ? null : promised <= target,
      excluded: problem.excluded?.includes(domain) ?? false,
    }
  })
}

/**
 * An interval for 90 % of future measurements: the chance in one stretch of traffic and the model's
 * own error.
 */
function intervalOf(
  { predictors, hostUtilisation }: RecommendInput,
  { by }: Choice,
  { domain, change }: { domain: string; change: boolean },
  seconds: number | null,
): RecommendedDomain['interval'] {
  if (seconds === null || (by !== 'twin' && by !== 'sdps')) return null
  const residual = residualSpreadOf(by, change ? 'forecast' : 'diagnosis', hostUtilisation)
  const seeds = { logSpread: predictors[by]!.chance(domain), seeds: PREDICTION_SEEDS.length }
  return predictionInterval(seconds, residual, by === 'twin' ? { seeds } : {})
}
