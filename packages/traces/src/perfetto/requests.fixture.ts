import fc from 'fast-check'
import type { LoggedRequest } from '../traced/request-collector.ts'

/** Requests in the order of their start, in times of whole seconds, so that many meet. */
export const requestLists: fc.Arbitrary<LoggedRequest[]> = fc
  .array(fc.tuple(fc.nat(60), fc.nat(12)), { maxLength: 40 })
  .map((drawn) =>
    drawn
      .map(([startSeconds, length]) => ({ startSeconds, endSeconds: startSeconds + length }))
      .sort((a, b) => a.startSeconds - b.startSeconds),
  )
