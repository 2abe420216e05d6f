import {
  type FormulaId,
  predictionInterval,
  type ResidualSpread,
  type ResidualSpreads,
  residualSpreadOf,
  type Statistic,
  upperMedian,
  valueFor,
  type Weights,
} from '@steelyard/model'
import { type Forecaster, trustIn } from '../catalogue.ts'
import type { ModelTime, Prediction } from './prediction.ts'

/**
 * The one predictor of an analysis with all that its predictions rest on. Every page and every later
 * question goes through it, so that the same question has the same answer everywhere.
 */
export interface PredictorBasis {
  by: Forecaster
  /** The formula that answers at once when `by` is a simulation. */
  quick: FormulaId
  /** The statistic that predictions and targets refer to. */
  statistic: Statistic
  /** By domain: the worst target window over the whole range, as measured. */
  worst: Readonly<Record<string, number>>
  /** By domain: what scales the model towards the measurement; empty when that was not asked for. */
  anchors: Readonly<Record<string, number>>
  /** Logarithms of measured over modelled on this recording, one per measured domain. */
  errors: readonly number[]
  /**
   * Logarithms of measured over foretold after earlier changes of weights on this host, under the
   * load that came: one per domain and change, newest first. Empty where none was judged.
   */
  outcomes: readonly number[]
  hostUtilisation: number | null
  /**
   * By domain: how far the mean of another recording as long as this one scatters by chance, as a
   * spread of the logarithm.
   */
  chance: Readonly<Record<string, number>>
  /** The model's times for the host as it was analysed. */
  now: Readonly<Record<string, ModelTime | null>>
  /** And under the recommended weights. Null when no change is advised. */
  advised: { weights: Weights; times: Readonly<Record<string, ModelTime | null>> } | null
}

/** How far the predictor is off on this recording, as a fraction: the median over domains, or null. */
export function medianErrorOf({ errors }: Pick<PredictorBasis, 'errors'>): number | null {
  return medianSize(errors)
}

/** How far earlier predictions of changes on this host were off, as a fraction; null without any. */
export function medianOutcomeErrorOf({
  outcomes,
}: Pick<PredictorBasis, 'outcomes'>): number | null {
  return medianSize(outcomes)
}

function medianSize(errors: readonly number[]): number | null {
  return upperMedian(errors.map((error) => Math.expm1(Math.abs(error))))
}

/** `diagnosis`: the host as it was analysed. `forecast`: anything else. */
export type PredictionQuestion = 'diagnosis' | 'forecast'

/**
 * The prediction of the analysis for one domain, from the model's own figure. Its interval is that of
 * another recording as long as this one. Three things keep them apart, all independent: the error of
 * the model on real hosts, the chance within its own runs, and the chance of other arrivals, because
 * the twin replays those of this recording and a formula has none. A fourth is the doubt in another
 * model that stands in for it.
 * @param spreads those that ship, unless they are being judged
 * @returns null where the model has no finite time
 */
export function predictionOf(
  basis: PredictorBasis,
  domain: string,
  time: ModelTime | null | undefined,
  question: PredictionQuestion,
  spreads?: ResidualSpreads,
): Prediction | null {
  return time ? around(basis, domain, time, residualOf(basis, question, spreads)) : null
}

/**
 * The prediction for one domain under the very weights that were analysed, but the load of another
 * time. The model is off by the same factor both times, and the anchor takes that out. It is off anew
 * as far as the other load moves its figure: at a factor of e as far as in any forecast. This rule is
 * ours.
 * @returns null where the model has no finite time
 */
export function predictionLeftAlone(
  basis: PredictorBasis,
  domain: string,
  time: ModelTime | null | undefined,
): Prediction | null {
  const now = valueFor(basis.now, domain)
  const isAnchored = valueFor(basis.anchors, domain) !== undefined
  if (!time || !now || !isAnchored) return predictionOf(basis, domain, time, 'forecast')
  const residual = residualOf(basis, 'forecast', undefined)
  const moved = Math.min(1, Math.abs(Math.log(time.seconds / now.seconds)))
  return around(basis, domain, time, { ...residual, logSpread: residual.logSpread * moved })
}

function around(
  { anchors, chance }: PredictorBasis,
  domain: string,
  { seconds: modelled, runs, logSpread, doubt = 0 }: ModelTime,
  residual: ResidualSpread,
): Prediction {
  const seconds = modelled * (valueFor(anchors, domain) ?? 1)
  const doubted = { ...residual, logSpread: Math.hypot(residual.logSpread, doubt) }
  const interval = predictionInterval(seconds, doubted, {
    ...(runs > 1 ? { seeds: { logSpread, seeds: runs } } : {}),
    chance: valueFor(chance, domain) ?? 0,
  })
  return { seconds, ...interval }
}

/** What the errors on this recording count for against those on others, as a number of values. */
const PRIOR_VALUES = 6
/** However good or bad a single recording looks, it narrows or widens the intervals no further. */
const MOST = { narrower: 0.8, wider: 4 }

/**
 * The error of the predictor: its spread on recordings of real hosts, widened or narrowed by its
 * errors on this one (the usual update of a variance, with the prior worth `PRIOR_VALUES` values), and
 * widened where earlier changes on this host came out otherwise than foretold.
 */
function residualOf(
  basis: PredictorBasis,
  question: PredictionQuestion,
  spreads: ResidualSpreads | undefined,
): ResidualSpread {
  const { errors, outcomes } = basis
  const here = priorOf(basis, 'diagnosis', spreads)
  // What nobody has seen yet is never more certain than the host as it is.
  const known = question === 'diagnosis' ? here : wider(here, priorOf(basis, question, spreads))
  const factor = Math.max(MOST.narrower, updated(here.logSpread, errors))
  // What nobody has seen yet is never more certain than the host as it is.
  const logSpread = Math.max(known.logSpread, here.logSpread)
  // That earlier changes came out as foretold does not make the next one more certain: they were
  // those that looked best. That they did not makes it less certain.
  const surprise = question === 'forecast' ? Math.max(1, updated(logSpread, outcomes)) : 1
  return { ...known, logSpread: logSpread * Math.min(MOST.wider, factor * surprise) }
}

/** By which factor errors widen or narrow a spread that is worth `PRIOR_VALUES` of them. */
function updated(logSpread: number, errors: readonly number[]): number {
  const squares = errors.reduce((sum, error) => sum + error ** 2, 0)
  const variance = (PRIOR_VALUES * logSpread ** 2 + squares) / (PRIOR_VALUES + errors.length)
  return Math.sqrt(variance) / logSpread
}

function wider(a: ResidualSpread, b: ResidualSpread): ResidualSpread {
  return b.logSpread > a.logSpread ? b : a
}

/**
 * The spread on recordings, but at least that of the trust in the model: on few recordings chance may
 * explain all errors. Formulas that were never checked on recordings have the latter alone.
 */
function priorOf(
  { by, statistic, hostUtilisation }: PredictorBasis,
  question: PredictionQuestion,
  spreads: ResidualSpreads | undefined,
): ResidualSpread {
  const trusted = { logSpread: trustIn(by).lastingSpread, values: PRIOR_VALUES }
  if (by !== 'twin' && by !== 'sdps') return trusted
  const figure = statistic === 'mean' ? 'mean' : 'tail'
  const seen = residualSpreadOf(by, figure, question, hostUtilisation, spreads)
  return { ...seen, logSpread: Math.max(seen.logSpread, trusted.logSpread) }
}
