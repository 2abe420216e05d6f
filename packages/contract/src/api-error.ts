import type { Problem } from './common.ts'

/** A failure that the API reported as problem+json, or a lost connection (`status` 0). */
export class ApiError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail || problem.title)
    this.name = 'ApiError'
    this.problem = problem
  }
}
