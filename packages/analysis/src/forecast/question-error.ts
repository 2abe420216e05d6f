/** What is wrong with a question; `index` is the position of the domain in it. */
export type QuestionProblem =
  | { code: 'domain-not-analysed'; index: number }
  | { code: 'domain-named-twice'; index: number }
  | { code: 'cap-beyond-vcpus'; index: number; mostPercent: number }
  | { code: 'no-time-slice' }
  | {
      code: 'ratelimit-beyond-time-slice'
      /** Which of the two the question sets. */
      asked: 'time-slice' | 'ratelimit'
      ratelimitSeconds: number
      tsliceSeconds: number
    }

/** The question does not fit the analysed host, or Xen would reject it. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError'
  readonly problem: QuestionProblem

  constructor(problem: QuestionProblem) {
    super(problem.code)
    this.problem = problem
  }
}
