import type { TwinResult } from '@steelyard/simulator'
import { expect, test } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleHost } from '../prediction/analysed-host.fixture.ts'
import { playedTimes } from './played-times.ts'

type Means = readonly [vm1: number | null, vm2: number | null]

/** Percentiles are three times the means, and a log shows half of each. */
const run = (seed: number, means: Means) =>
  ({
    seed,
    domains: means.map((mean, index) => ({
      name: `vm${index + 1}`,
      requests:
        mean === null
          ? null
          : {
              responseTime: { mean, p95: 3 * mean },
              loggedTime: { mean: mean / 2, p95: 1.5 * mean },
            },
    })),
  }) as unknown as TwinResult

const now = [run(1, [0.04, 0.02]), run(2, [0.06, 0.02])]
const asked = [run(1, [0.02, 0.04]), run(2, [0.04, null])]

test('are the twin’s own, over the seeds of an analysis and no others', () => {
  const times = playedTimes(exampleHost({ basis: { by: 'twin' } }), {
    now,
    asked: [...asked, run(77, [9, 9])],
  })
  expect(times.get('vm1')).toMatchObject({ seconds: expect.closeTo(0.03, 12), runs: 2 })
  // A domain that answered nobody in one of the runs has no time.
  expect(times.get('vm2')).toBeNull()
})

test('are in the statistic of the targets, by the side that measured, in the worst window', () => {
  const known = exampleLoad()
  known.measured[0]!.measuredBy = 'access-log'
  const host = exampleHost({
    known,
    basis: { by: 'twin', statistic: 'p95', worst: { vm1: 1.2 } },
  })
  const times = playedTimes(host, { now, asked: now })
  expect(times.get('vm1')!.seconds).toBeCloseTo(1.5 * 0.05 * 1.2, 12)
  expect(times.get('vm2')!.seconds).toBeCloseTo(3 * 0.02, 12)
})

test('change a formula’s own times in the proportion in which the twin’s change', () => {
  const own = { seconds: 0.1, logSpread: 0, runs: 1 }
  const host = exampleHost({ basis: { by: 'sdps', now: { vm1: own, vm2: own } } })
  const times = playedTimes(host, { now, asked })
  expect(times.get('vm1')).toEqual({ ...own, seconds: expect.closeTo(0.06, 12) })
  expect(times.get('vm2')).toBeNull()
  const same = playedTimes(host, { now, asked: now })
  expect(same.get('vm1')!.seconds).toBeCloseTo(0.1, 12)
})
