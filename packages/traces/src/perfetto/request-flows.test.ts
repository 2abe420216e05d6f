import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FLOWS, RequestFlows } from './request-flows.ts'
import { requestLists } from './requests.fixture.ts'

interface Run {
  fromSeconds: number
  toSeconds: number
}

/** Looks at every request for each run. */
function numbersOf(
  requests: readonly { startSeconds: number; endSeconds: number }[],
  first: number,
) {
  const runs = requests.map(() => 0)
  return ({ fromSeconds, toSeconds }: Run) =>
    requests.flatMap(({ startSeconds, endSeconds }, i) =>
      startSeconds < toSeconds && endSeconds > fromSeconds && runs[i]! < MOST_FLOWS
        ? [first + i * MOST_FLOWS + runs[i]!++]
        : [],
    )
}

test('a run gets the numbers of all requests in flight, in any order of runs', () => {
  const run = fc
    .tuple(fc.nat(80), fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 1, 1, MOST_FLOWS - 1))
    .map(([fromSeconds, length, times]) => ({
      run: { fromSeconds, toSeconds: fromSeconds + length },
      times,
    }))
  fc.assert(
    fc.property(requestLists, fc.array(run), (requests, runs) => {
      const flows = new RequestFlows(requests, 7)
      const expected = numbersOf(requests, 7)
      const led: number[] = []
      for (const { run: each, times } of runs)
        for (let i = 0; i < times; i++) {
          const numbers = flows.into(each.fromSeconds, each.toSeconds)
          expect(numbers).toEqual(expected(each))
          led.push(...numbers)
        }
      const out = requests.flatMap((_, i) => flows.outOf(i))
      expect(out).toEqual(led.sort((a, b) => a - b))
    }),
  )
})
