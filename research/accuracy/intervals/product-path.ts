import {
  askedTimes,
  askHost,
  type EvidenceGrade,
  type HostAnalysis,
  type HostToPlay,
  type ModelTime,
  type PredictorBasis,
  playQuestion,
} from '@steelyard/analysis'
import { DOMAIN0_NAME, loadBandOf, type Weights } from '@steelyard/model'
import { analyseRun } from '../analyse-run.ts'
import type { Run } from '../recordings/read-run.ts'
import {
  analysedStretches,
  haveSameArrivals,
  haveSameWeights,
  measuredIn,
  type Stretch,
  stretchesLike,
} from './product-stretches.ts'

/** What the product says about a domain, and what was measured. */
export interface ProductAnswer {
  /** The recording that was analysed. */
  recording: string
  statistic: 'mean' | 'p95'
  band: number
  domain: string
  basis: PredictorBasis
  time: ModelTime
  measured: number
  /** Whether another recording, or another part of this one, showed what was predicted. */
  isElsewhere: boolean
}

/** A prediction, and what another recording of the same load showed. */
export interface ProductCase extends ProductAnswer {
  /** The recording that showed it. */
  shownBy: string
  /** `diagnosis`: the weights stay. `forecast`: the prediction is for the other one’s weights. */
  question: 'diagnosis' | 'forecast'
  /** Whether the product uses this estimator unless told otherwise. */
  isDefault: boolean
  /** How the product grades the evidence of the analysed range. */
  grade: EvidenceGrade
}

/** As many as a user’s question is played with. */
const REPLICATIONS = 5

/** What the product says on the path that a user takes, and what recordings show. */
export interface ProductAnswers {
  /** About the analysed range itself. */
  errors: ProductAnswer[]
  /** About another recording like it. */
  cases: ProductCase[]
}

/** Asks the product about every range of every recording, by each estimator with known spreads. */
export async function productAnswers(
  runs: readonly Run[],
  onProgress: (what: string) => void,
): Promise<ProductAnswers> {
  const answers: ProductAnswers = { errors: [], cases: [] }
  for (const stretch of runs.flatMap(analysedStretches)) {
    onProgress(`Predicting from ${stretch.run.name}, ${stretch.phases[0]!.span.label}`)
    const others = stretchesLike(stretch, runs)
    for (const statistic of ['p95', 'mean'] as const) {
      for (const estimator of ['twin', 'sdps'] as const) {
        const { errors, cases } = await answersOf(stretch, others, { statistic, estimator })
        answers.errors.push(...errors)
        answers.cases.push(...cases)
      }
    }
  }
  return answers
}

async function answersOf(
  stretch: Stretch,
  others: readonly Stretch[],
  { statistic, estimator }: { statistic: 'mean' | 'p95'; estimator: 'twin' | 'sdps' },
): Promise<ProductAnswers> {
  const { run, fromEpochSeconds, toEpochSeconds } = stretch
  const analysed = await analyseRun(run, {
    range: { fromEpochSeconds, toEpochSeconds },
    targetStatistic: statistic,
    estimator,
  })
  const { basis, result } = analysed
  const { hostUtilisation } = basis
  if (hostUtilisation === null || basis.by !== estimator) return { errors: [], cases: [] }
  const common = { recording: run.name, statistic, band: loadBandOf(hostUtilisation), basis }
  const errors = Object.entries(basis.now).flatMap(([domain, time]) => {
    const measured = measuredIn(stretch, domain)?.[statistic]
    return time && measured !== undefined
      ? [{ ...common, domain, time, measured, isElsewhere: false }]
      : []
  })
  const isDefault = estimator === (statistic === 'p95' ? 'twin' : (result.ranking.best ?? 'twin'))
  const forWeights = new Map<string, ReadonlyMap<string, ModelTime | null>>()
  const cases: ProductCase[] = []
  for (const other of others) {
    const stays = haveSameWeights(stretch, other)
    // A repetition of the same arrivals would understate chance.
    if (stays && haveSameArrivals(stretch, other)) continue
    const key = JSON.stringify(other.weights)
    const times = stays
      ? new Map(Object.entries(basis.now))
      : (forWeights.get(key) ?? (await timesUnder(other.weights, analysed)))
    forWeights.set(key, times)
    for (const [domain, time] of times) {
      const measured = measuredIn(other, domain)?.[statistic]
      if (!time || measured === undefined) continue
      cases.push({
        ...common,
        shownBy: other.run.name,
        question: stays ? 'diagnosis' : 'forecast',
        isDefault,
        grade: result.evidence.grade,
        domain,
        time,
        measured,
        isElsewhere: true,
      })
    }
  }
  return { errors, cases }
}

/** As a user asks: answered at once if the predictor can, otherwise the twin plays the question. */
async function timesUnder(
  weights: Weights,
  { load: known, basis, arrivals }: HostAnalysis,
): Promise<ReadonlyMap<string, ModelTime | null>> {
  const host = { known, basis, arrivals, domains: [] } as HostToPlay
  const asked = askHost(known, {
    domains: known.load.domains.map(({ name }) => ({ name, weight: weights[name]! })),
    domain0Weight: weights[DOMAIN0_NAME],
  })
  const { state, times } = askedTimes(host, asked)
  if (state === 'final') return times
  return (await playQuestion(host, asked, { replications: REPLICATIONS })).times
}
