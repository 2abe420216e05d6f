/** What stands in the way of an analysis, with what its message needs. */
export type AnalysisProblem =
  | { code: 'no-requests' }
  | { code: 'range-without-windows'; recordedFrom: number; recordedTo: number }

/** The recording cannot be analysed as asked; times are epoch seconds. */
export class AnalysisError extends Error {
  override readonly name = 'AnalysisError'
  readonly problem: AnalysisProblem

  constructor(problem: AnalysisProblem) {
    super(problem.code)
    this.problem = problem
  }
}
