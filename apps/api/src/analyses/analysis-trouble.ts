import type { AnalysisProblem } from '@steelyard/analysis'
import { isoOf } from '../epoch.ts'
import { AppError } from '../errors.ts'
import type { WatchedRange } from './watched/check-watched.ts'

/** Explains in words what prevented an analysis of uploads, or of a range that was watched. */
export function analysisTrouble(problem: AnalysisProblem, watched: WatchedRange | null): AppError {
  const what = watched ? 'watched time' : 'recording'
  switch (problem.code) {
    case 'no-requests':
      return watched ? nothingCame(watched) : nothingUploaded()
    case 'range-without-windows':
      return new AppError(
        'unprocessable',
        `No window of the ${what} lies in the requested range.`,
        {
          code: problem.code,
          trouble: {
            expected: `a range that overlaps ${isoOf(problem.recordedFrom)} to ${isoOf(problem.recordedTo)}`,
            fix: `Choose a range inside the ${what}, or none.`,
          },
        },
      )
  }
}

function nothingUploaded(): AppError {
  return new AppError('unprocessable', 'The uploads contain no request of a guest.', {
    code: 'no-requests',
    trouble: {
      expected: 'an access log or client times of at least one guest',
      fix: 'Add the logs, match them to guests, and check that their time zone is right.',
    },
  })
}

function nothingCame({ from, to }: WatchedRange): AppError {
  return new AppError(
    'unprocessable',
    `The watch saw no request of a guest from ${from.toISOString()} to ${to.toISOString()}.`,
    {
      code: 'no-requests',
      trouble: {
        expected: 'requests in the access log of at least one guest in that time',
        fix: 'Check that the watch follows the logs of the guests and can read them, or choose another range.',
      },
    },
  )
}
