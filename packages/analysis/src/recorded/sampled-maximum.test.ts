import { expect, test } from 'vitest'
import { sampledMaximum } from './sampled-maximum.ts'
import { groupWindows } from './window-list.ts'
import { durationOf, observationOf, requestsOf } from './windows.fixture.ts'

test('is the 95th percentile of the windows’ means, not of the requests', () => {
  const windows = groupWindows(
    Array.from({ length: 21 }, (_, index) =>
      observationOf('vm1', 10 * index, {
        requests: requestsOf({
          duration: durationOf({ meanSeconds: index / 1000, maxSeconds: 5, p99Seconds: 4 }),
        }),
      }),
    ),
    10,
  )
  expect(sampledMaximum(windows, { name: 'vm1', measuredBy: 'access-log' })).toBeCloseTo(0.019, 9)
  expect(sampledMaximum(windows, { name: 'vm1', measuredBy: 'client' })).toBeNull()
  expect(sampledMaximum(windows, { name: 'vm2', measuredBy: 'access-log' })).toBeNull()
  expect(sampledMaximum([], { name: 'vm1', measuredBy: 'access-log' })).toBeNull()
})
