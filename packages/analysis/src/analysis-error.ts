/** A reason why an analysis is impossible, with the values its message needs. */
export type AnalysisProblem =
  | { code: 'no-requests' }
  | { code: 'range-without-windows'; recordedFrom: number; recordedTo: number }

/** The recording cannot be analysed as requested. Times are epoch seconds. */
export class AnalysisError extends Error {
  override readonly name = 'AnalysisError'
  readonly problem: AnalysisProblem

  constructor(problem: AnalysisProblem) {
    super(problem.code)
    this.problem = problem
  }
}
