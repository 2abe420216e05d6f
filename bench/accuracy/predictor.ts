import type { Run } from './recordings/read-run.ts'

/** What an estimator says of one domain in one phase. Seconds. */
export interface Answer {
  mean: number
  /** Mean duration in the server's log; only from predictors that distinguish it from the clients' time. */
  loggedMean?: number
  /** How far one such phase may be from its expectation by chance, as a spread of the logarithm. */
  chance?: number
  p95?: number
  /** Half the 95 % interval of the mean over replications. */
  meanHalfWidth?: number
  /** 90 % prediction interval of the measured mean; only from predictors that supply one. */
  interval?: { lowSeconds: number; highSeconds: number }
  /** It describes what was recorded and says nothing of other weights. */
  isDiagnosis?: boolean
}

/** Answers by domain; a domain is missing where the estimator has none. */
export type PhaseAnswers = ReadonlyMap<string, Answer>

export interface Predictor {
  id: string
  title: string
  /** Published, inferred, ours, or out of a textbook; with the source. */
  standing: string
  /**
   * Every phase of the run, had these weights (Domain-0 included) been in force in it.
   * @param weights of each phase, in order
   */
  predict(run: Run, weights: readonly Record<string, number>[]): Promise<PhaseAnswers[]>
}
