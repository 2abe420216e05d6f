import type { HostLoad } from '../load/host-load.ts'
import type { Weights } from '../load/weights.ts'
import type { Estimate, EstimateOptions } from './estimate.ts'

/** Something that an operator can change on a host, and that an estimator may be unable to see. */
export type Influence = 'weights' | 'cap' | 'load' | 'domain-0-weight' | 'tslice' | 'ratelimit'

/** How far an estimator's predictions for other weights or another load can be trusted. */
export interface Trust {
  /** Whether its predictions for other weights held on the recordings of research/reports/ACCURACY.md. */
  isProven: boolean
  /**
   * Spread over hosts of the estimator's lasting error, the part that stays when the weights change,
   * as the standard deviation of its logarithm. Our own figures, rounded from
   * research/reports/ACCURACY.md. The smaller it is, the more the estimator is trusted, and the less a
   * measurement overrules it (`anchorFactor`).
   */
  lastingSpread: number
}

/** What the product says of an estimator wherever it appears. */
export interface EstimatorCard<Id extends string = string> {
  id: Id
  /** The name in a legend or at the head of a column, plain enough for an operator. */
  label: string
  /** The name within a sentence. */
  title: string
  /** What an operator should know about its times, in one sentence. */
  note: string
  /** Paper and equation. */
  source: string
  /** `published`: as printed. `inferred`: our reading where the text is silent. `ours`: new. */
  standing: 'published' | 'inferred' | 'ours'
  /** The influences that its estimate does not depend on although a host's response times do. */
  blindTo: readonly Influence[]
  /**
   * Whether it predicts response times under other weights; if not, whether that is because it sees
   * no weights or because it describes the recorded windows alone.
   */
  forecast: Trust | 'sees-no-weights' | 'diagnosis-only'
  /**
   * Whether coefficients are fitted to the recording. The estimator is then scored on windows that
   * the fit did not use.
   */
  isFitted: boolean
}

/**
 * Everything Steelyard knows about one estimator. A new estimator is a folder with such an object
 * and a line in `registry.ts`; no other code has to list it.
 */
export interface Estimator<Id extends string = string> extends EstimatorCard<Id> {
  /**
   * Whose clock `responseTimeSeconds` refers to, the client's or the server log's; `both` means
   * that `loggedTimeSeconds` is given as well. Only times of the same clock can be compared.
   */
  speaksOf: 'client' | 'logged' | 'both'
  /**
   * How it is asked about a range whose load changes: once about the mean load of the `whole` range,
   * or about each of its `levels`, because its times grow faster than the load.
   */
  askedOf: 'whole' | 'levels'
  /** Whether it needs the service demand, the CPU time per request. */
  needsDemand(options: EstimateOptions): boolean
  estimate(load: HostLoad, weights: Weights, options?: EstimateOptions): Estimate
}

/** An estimator that predicts response times under other weights. */
export interface ForecastingEstimator<Id extends string = string> extends Estimator<Id> {
  forecast: Trust
}
