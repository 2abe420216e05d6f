import { valueFor, type Weights } from '@steelyard/model'
import type { TotalDelay } from '../../as-printed/total-delay.ts'
import type { Forecaster } from '../../catalogue.ts'
import type { SandpiperResult } from '../../verdict/sandpiper-action.ts'
import type { RecommendInput } from '../recommend.ts'
import type { Recommendation } from '../recommendation-of.ts'
import { leastChange, type NoLeastChange } from './least-change.ts'
import { type PredictedOption, predictedOption } from './predicted-option.ts'

/** Weights that could be set, side by side: all by the same predictor under the same requests. */
export interface WeightOptions {
  by: Forecaster
  /** Those in force first. Equal weights are one row with all their names. */
  rows: WeightRow[]
  /** What has no weights to show, and why. */
  absent: { name: OptionName; code: AbsentCode }[]
  /** Why nothing but the weights is known of the rows. Null where they were predicted. */
  unpredicted: 'not-enough-evidence' | null
}

export interface WeightRow extends PredictedOption {
  names: OptionName[]
  /** The domains whose predicted times grow by more than `PAYS`. */
  payers: string[]
}

export type OptionName =
  | 'in-force'
  | 'recommended'
  | 'smallest-change'
  | 'sandpiper'
  | 'total-delay'
  | 'equal'

type AbsentCode = NoLeastChange | 'no-advice' | 'not-enough-evidence' | 'no-answer'

/** A domain pays once its time grows by more than this: less is within what a model is off. */
const PAYS = 0.15

/** Finds the weights of each row, and foretells them. */
export async function weightOptions(
  input: RecommendInput,
  known: {
    sandpiper: SandpiperResult
    totalDelay: TotalDelay | null
    recommendation: Recommendation | null
    unpredicted: WeightOptions['unpredicted']
  },
  signal?: AbortSignal,
): Promise<WeightOptions> {
  const { unpredicted } = known
  const found = await weightsByName(input, known, signal)
  const rows: WeightRow[] = []
  const absent: WeightOptions['absent'] = []
  for (const [name, weights] of found) {
    if (typeof weights === 'string') {
      absent.push({ name, code: weights })
      continue
    }
    const same = rows.find(({ domains }) =>
      domains.every(({ domain, weight }) => valueFor(weights, domain) === weight),
    )
    if (same) same.names.push(name)
    else {
      const basis = unpredicted === null ? input.basis : null
      const option = await predictedOption(input, weights, basis)
      rows.push({ names: [name], ...option, payers: payersOf(rows[0] ?? option, option) })
    }
  }
  return { by: input.basis.by, rows, absent, unpredicted }
}

async function weightsByName(
  input: RecommendInput,
  { sandpiper, totalDelay, recommendation, unpredicted }: Parameters<typeof weightOptions>[1],
  signal?: AbortSignal,
): Promise<[OptionName, Weights | AbsentCode][]> {
  const { weights } = input
  const advised = recommendation?.advice.change ? recommendation.solution.weights! : null
  const knows = sandpiper.domains.some(({ weightFactor }) => weightFactor !== null)
  const least = unpredicted ?? (await leastChange(input, advised ? [advised] : [], signal))
  const withWeights = (own: readonly { domain: string; weight: number }[]) => ({
    ...weights,
    ...Object.fromEntries(own.map(({ domain, weight }) => [domain, weight])),
  })
  return [
    ['in-force', weights],
    ['recommended', recommendation ? { ...weights, ...advised } : 'no-advice'],
    ['smallest-change', least],
    ['sandpiper', knows ? withWeights(sandpiper.domains) : 'no-answer'],
    [
      'total-delay',
      totalDelay
        ? withWeights(
            totalDelay.domains.map(({ domain, correctedWeight: weight }) => ({ domain, weight })),
          )
        : 'no-answer',
    ],
    ['equal', withWeights(equalWeights(input))],
  ]
}

/** As much together as the guests have now, up to rounding. */
function equalWeights({ load: { domains }, weights }: RecommendInput) {
  const sum = domains.reduce((total, { name }) => total + valueFor(weights, name)!, 0)
  const weight = Math.max(1, Math.round(sum / domains.length))
  return domains.map(({ name }) => ({ domain: name, weight }))
}

function payersOf(inForce: PredictedOption, { domains }: PredictedOption): string[] {
  return domains.flatMap(({ domain, predicted }, index) => {
    const now = inForce.domains[index]!.predicted
    return now && predicted && predicted.seconds > (1 + PAYS) * now.seconds ? [domain] : []
  })
}
