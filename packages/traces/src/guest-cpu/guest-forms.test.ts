import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../detect/detection.ts'
import { cpuOf, readAsUploaded, stealOf } from '../wild/read-upload.fixture.ts'
import {
  type FormOptions,
  LOCALES,
  prometheus,
  sadfCsv,
  sadfJson,
  sadfXml,
  sarTable,
  type TrueSecond,
  vmstat,
} from './guest-forms.fixture.ts'

/** In whole per cents, and with the mean of the two whole as well, so that every form can say it. */
const share = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => {
    const first = 100 * a
    const second = 100 * ((a + b) % 2 === 0 ? b : Math.max(0, b - 1))
    return [first, (first / 100 + second / 100) % 2 === 0 ? second : second + 100] as [
      number,
      number,
    ]
  })
const second: fc.Arbitrary<TrueSecond> = fc.record({ user: share(60), steal: share(35) })
const truths = fc.array(second, { minLength: 4, maxLength: 40 })
const options = fc.record({
  // Any time of a day whose date can be read in one way, over midnight too.
  startSeconds: fc.integer({ min: 0, max: 86_399 }).map((s) => Date.UTC(2026, 10, 18) / 1000 + s),
  step: fc.constantFrom(1, 5, 60),
  restartAt: fc.option(fc.nat(39)),
  extra: fc.boolean(),
})

type Form = [
  name: string,
  make: (truth: TrueSecond[], how: FormOptions) => string,
  answers: Partial<Answers>,
]

const UTC = { timeZone: 'UTC' }
const FORMS: Form[] = [
  ...Object.entries(LOCALES).flatMap(([name, locale]) =>
    (['all', 'ALL', '0,1'] as const).map(
      (which): Form => [
        `sar ${which === 'all' ? '-u' : `-P ${which}`} in ${name}`,
        (truth, how) => sarTable(truth, how, locale, which),
        UTC,
      ],
    ),
  ),
  ['sadf -d', sadfCsv, {}],
  ['sadf -j', sadfJson, {}],
  ['sadf -x', sadfXml, {}],
  ['vmstat -t', vmstat, { vCpus: 2 }],
  ['counters of Prometheus', (truth, how) => prometheus(truth, how, 'counters'), {}],
  ['rates of Prometheus', (truth, how) => prometheus(truth, how, 'rates'), {}],
]

describe('one truth in every form a guest can write it', () => {
  test.each(FORMS)('%s', (name, make, answers) =>
    fc.assert(
      fc.asyncProperty(truths, options, async (truth, how) => {
        // Constant rates with a rate above nothing are as good as any other.
        const text = make(truth, how)
        const uploaded = await readAsUploaded('db1.txt', Buffer.from(text), answers, {
          domain: 'db1',
        })
        expect(uploaded.questions, name).toEqual([])
        expect(uploaded.report.rejected, JSON.stringify(uploaded.report.examples)).toBe(0)
        const mean = (of: (second: TrueSecond) => [number, number]) =>
          truth.reduce((sum, each) => sum + of(each)[0] + of(each)[1], 0) / truth.length / 10_000
        const found = cpuOf(uploaded.set, 'db1')
        expect(found.pCpus).toBeCloseTo(
          mean(({ user }) => user),
          3,
        )
        expect(stealOf(uploaded.set, 'db1')).toBeCloseTo(
          mean(({ steal }) => steal),
          3,
        )
        expect(found.seconds).toBeCloseTo(truth.length * how.step, 6)
        expect(uploaded.report.lastAtEpochSeconds).toBe(how.startSeconds + truth.length * how.step)
      }),
      { numRuns: 25 },
    ),
  )
})
