import type { AnalysisProblem } from '@steelyard/analysis'
import { AppError } from '../errors.ts'
import { isoOf } from '../iso-of.ts'

/** Explains in words what prevented an analysis. */
export function analysisTrouble(problem: AnalysisProblem): AppError {
  switch (problem.code) {
    case 'no-requests':
      return new AppError('unprocessable', 'The uploads contain no request of a guest domain.', {
        code: problem.code,
        trouble: {
          expected: 'an access log or client times of at least one guest domain',
          fix: 'Add the logs, match them to domains, and check that their time zone is right.',
        },
      })
    case 'range-without-windows':
      return new AppError(
        'unprocessable',
        'No window of the recording lies in the requested range.',
        {
          code: problem.code,
          trouble: {
            expected: `a range that overlaps ${isoOf(problem.recordedFrom)} to ${isoOf(problem.recordedTo)}`,
            fix: 'Choose a range inside the recording, or none.',
          },
        },
      )
  }
}
