import type { Run } from './recordings/read-run.ts'

/** An estimator's answer for one domain in one phase, in seconds. */
export interface Answer {
  mean: number
  /**
   * Mean duration in the server's log. Only for predictors that distinguish it from the clients'
   * time.
   */
  loggedMean?: number
  /**
   * How far one such phase may be from its expectation by chance, as a standard deviation of the
   * logarithm.
   */
  chance?: number
  p95?: number
  /** Half-width of the 95 % confidence interval of the mean over replications. */
  meanHalfWidth?: number
  /** 90 % prediction interval of the measured mean. Only for predictors that supply one. */
  interval?: { lowSeconds: number; highSeconds: number }
  /** Whether the answer only describes the recording and does not apply to other weights. */
  isDiagnosis?: boolean
}

/** Answers by domain. A domain is missing where the estimator has no answer. */
export type PhaseAnswers = ReadonlyMap<string, Answer>

export interface Predictor {
  id: string
  title: string
  /** Published, inferred, ours, or from a textbook, with the source. */
  standing: string
  /**
   * Predicts every phase of the run as if these weights (Domain-0 included) had been in force in
   * it.
   * @param weights of each phase, in order
   */
  predict(run: Run, weights: readonly Record<string, number>[]): Promise<PhaseAnswers[]>
}
