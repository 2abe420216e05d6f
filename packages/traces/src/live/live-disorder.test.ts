import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LiveObserver, type LiveWindow } from './live-observer.ts'

const START = 1_795_190_400
const SPEC = { syntax: 'apache', format: '%{usec}t %>s %D' } as const

const seconds = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((ms) => ms / 1000)

/** How far the clock moves between two steps: mostly on by seconds, sometimes back, or by years. */
const moves = fc.oneof(
  { weight: 60, arbitrary: seconds(0, 8) },
  { weight: 2, arbitrary: seconds(-90, 90) },
  { weight: 1, arbitrary: seconds(-1e8, 1e8) },
)

/** Lines as they would come at a moment, and others. */
type Lines = (now: number) => string
const requestLine = fc.tuple(seconds(-40, 1), fc.nat(50_000_000)).map(
  ([ago, us]): Lines =>
    (now) =>
      `${Math.round((now + ago) * 1e6)} 200 ${us}\n`,
)
const cpuRow = fc
  .tuple(fc.constantFrom('vm1', 'vm2', 'Domain-0'), fc.nat(3), fc.nat(2000))
  .map(([name, age, tenths]): Lines => {
    return (now) => {
      const cpuSeconds = Math.max(0, Math.round(now - START) - 100 * age)
      return `  ${name} --b--- ${cpuSeconds} ${tenths / 10} 1 1.0 1 1.0 1 0\n`
    }
  })
const text = (good: fc.Arbitrary<Lines>) =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: good },
        fc.string().map(
          (some): Lines =>
            () =>
              some,
        ),
      ),
      { maxLength: 8 },
    )
    .map(
      (all): Lines =>
        (now) =>
          all.map((each) => each(now)).join(''),
    )

type Step = (observer: LiveObserver, now: number) => LiveWindow[] | undefined
const often = (arbitrary: fc.Arbitrary<Step>) => ({ weight: 4, arbitrary })
const seldom = (does: (observer: LiveObserver, now: number) => void) => ({
  weight: 1,
  arbitrary: fc.constant<Step>((observer, now) => {
    does(observer, now)
    return undefined
  }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  often(fc.constant((observer, now) => observer.take(now))),
  often(
    text(requestLine).map((lines) => (observer, now) => {
      observer.logLines('vm1', Buffer.from(lines(now)))
      observer.logAlive('vm1', now)
      return undefined
    }),
  ),
  often(
    text(cpuRow).map((rows) => (observer, now) => {
      observer.cpuSample(now, rows(now))
      return undefined
    }),
  ),
  seldom((observer, now) => observer.openLog('vm1', SPEC, { atEpochSeconds: now })),
  seldom((observer, now) => observer.logLost('vm1', now)),
  seldom((observer) => observer.cpuLost()),
)

function expectSound({ startEpochSeconds, observations }: LiveWindow): void {
  expect(startEpochSeconds % 10).toBe(0)
  for (const { windowStartEpochSeconds, requests, cpu } of observations) {
    expect(windowStartEpochSeconds).toBe(startEpochSeconds)
    for (const stats of [requests, cpu])
      if (stats) {
        expect(stats.coveredSeconds).toBeGreaterThanOrEqual(0)
        expect(stats.coveredSeconds).toBeLessThanOrEqual(10)
      }
    for (const amount of [...(requests?.arrivalsByPart ?? []), ...(cpu?.usedByPart ?? [])])
      if (amount !== null) expect(amount).toBeGreaterThanOrEqual(0)
    // No row says more than 200 %.
    if (cpu) expect(cpu.usedSeconds).toBeLessThanOrEqual(2 * cpu.coveredSeconds + 1e-6)
  }
}

test('whatever comes at whatever time, nothing throws, is negative or covers more than its window', () => {
  let windows = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(moves, step), { minLength: 20, maxLength: 120, size: 'max' }),
      (steps) => {
        let now = START
        const observer = new LiveObserver({
          windowSeconds: 10,
          graceSeconds: 10,
          keepSeconds: 60,
          fromEpochSeconds: START,
        })
        for (const [moved, each] of steps) {
          now += moved
          const taken = each(observer, now) ?? []
          windows += taken.length
          taken.forEach(expectSound)
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(windows).toBeGreaterThan(500)
})
