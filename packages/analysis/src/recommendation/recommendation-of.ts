import { type Statistic, share, valueFor } from '@steelyard/model'
import { allocationsToTry } from '@steelyard/solver'
import type { Prediction } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { Advice } from './advice.ts'
import type { Choice, RecommendInput } from './recommend.ts'
import type { SoftTarget } from './soft-targets.ts'

/** The chosen weights, whether to apply them, and the predicted gain or cost for each domain. */
export interface Recommendation extends Choice {
  advice: Advice
  /** How many allocations were looked at one by one. Null where that is not how they were found. */
  tried: number | null
  /** The statistic of all figures about domains, measured and predicted: that of the targets. */
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
  predictedBefore: Prediction | null
  /** At the new weights. */
  predictedAfter: Prediction | null
  /** The model’s time at the new weights, without an anchor. */
  modelSeconds: number | null
  meetsTarget: boolean | null
  /** How long it may take for the sake of the targets of others; null for any time. */
  softTarget: SoftTarget | null
  keepsSoftTarget: boolean | null
  excluded: boolean
}

/** The figures are the predictor’s, whichever model chose the weights. */
export async function recommendationOf(
  input: RecommendInput,
  choice: Choice,
  advice: Advice,
): Promise<Recommendation> {
  return {
    ...choice,
    advice,
    tried: triedOf(choice),
    statistic: input.basis.statistic,
    domains: await domainsOf(input, choice, advice),
  }
}

function triedOf({ problem, solution: { proof } }: Choice): number | null {
  // A smallest change is proven by the allocations that are nearer, however many those are.
  if (proof.engine === 'enumeration')
    return problem.mode === 'smallest-change' ? null : allocationsToTry(problem)
  switch (proof.cause?.code) {
    case 'too-many-allocations':
      return proof.cause.played
    case 'search':
    case 'loose-bounds':
      return proof.cause.asked
    default:
      return null
  }
}

/** Unless a change is advised, domains keep their weights. */
async function domainsOf(
  { load, measured, measuredBy, predictors, targets, softTargets, basis }: RecommendInput,
  { problem, solution }: Choice,
  { change }: Advice,
): Promise<RecommendedDomain[]> {
  const names = load.domains.map((domain) => domain.name)
  const shares = share(problem.currentWeights, names, problem.normalisation).domains
  const weights = change ? solution.weights! : problem.currentWeights
  const times = await predictors[basis.by]!.modelTimes(weights, basis.statistic)
  return names.map((domain) => {
    const target = targets.find((each) => each.domain === domain)?.responseTimeSeconds ?? null
    const softTarget = softTargets.find((each) => each.domain === domain) ?? null
    const time = times.get(domain)
    const predictedAfter = predictionOf(basis, domain, time, change ? 'forecast' : 'diagnosis')
    return {
      domain,
      weightBefore: problem.currentWeights[domain]!,
      weightAfter: weights[domain]!,
      shareBefore: shares[domain]!,
      shareAfter: change ? solution.shares![domain]! : shares[domain]!,
      measuredSeconds: measured.get(domain)?.[basis.statistic] ?? null,
      measuredBy: measuredBy.get(domain) ?? null,
      predictedBefore: predictionOf(basis, domain, valueFor(basis.now, domain), 'diagnosis'),
      predictedAfter,
      modelSeconds: time?.seconds ?? null,
      meetsTarget: target === null || !predictedAfter ? null : predictedAfter.seconds <= target,
      softTarget,
      keepsSoftTarget:
        softTarget === null || !predictedAfter
          ? null
          : predictedAfter.seconds <= softTarget.seconds,
      excluded: problem.excluded?.includes(domain) ?? false,
    }
  })
}
