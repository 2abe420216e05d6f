import type { Observation } from '@steelyard/traces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ARRIVALS, packArrivals, unpackArrivals } from './packed-arrivals.ts'
import { packWindow, unpackWindow } from './packed-window.ts'

const WINDOW = { windowStartEpochSeconds: 1_795_190_400, windowSeconds: 10 }

/** JSON knows no -0, which nothing observes either. */
const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const parts = fc.array(orNull(amount), { maxLength: 60 })

const requests = fc.record(
  {
    arrivals: fc.nat(),
    arrivalsByPart: parts,
    errors: fc.nat(),
    completions: orNull(fc.record({ count: fc.nat(), errors: fc.nat() })),
    coveredSeconds: amount,
    interArrival: fc.constant(null),
    duration: orNull(
      fc.record({
        count: fc.nat(),
        meanSeconds: amount,
        varianceSeconds2: amount,
        minSeconds: amount,
        maxSeconds: amount,
        p50Seconds: amount,
        p95Seconds: amount,
        p99Seconds: amount,
        sketch: fc.string(),
      }),
    ),
    meanBytes: orNull(amount),
  },
  { noNullPrototype: true },
)
const cpu = fc.record(
  {
    source: fc.constantFrom('xentop', 'xentrace'),
    usedSeconds: amount,
    usedByPart: parts,
    runnableWaitSeconds: orNull(amount),
    blockedSeconds: orNull(amount),
    dispatches: orNull(fc.nat()),
    ioCount: orNull(fc.nat()),
    coveredSeconds: amount,
  },
  { noNullPrototype: true },
)
const observations: fc.Arbitrary<Observation[]> = fc.array(
  fc
    .record(
      { domain: fc.string({ unit: 'grapheme' }), requests: orNull(requests), cpu: orNull(cpu) },
      { noNullPrototype: true },
    )
    .map((each) => ({ ...each, ...WINDOW, clientRequests: null })),
)

describe('a packed window', () => {
  it('holds every observation exactly', () => {
    fc.assert(
      fc.property(observations, (each) => {
        expect(unpackWindow(packWindow(each), WINDOW)).toEqual(JSON.parse(JSON.stringify(each)))
      }),
    )
  })

  it('can be read where it is part of a larger buffer', () => {
    const bytes = packWindow([
      { ...WINDOW, domain: 'vm1', requests: null, clientRequests: null, cpu: null },
    ])
    const around = new Uint8Array(bytes.length + 3)
    around.set(bytes, 3)
    expect(unpackWindow(around.subarray(3), WINDOW)).toMatchObject([{ domain: 'vm1', cpu: null }])
  })

  it('of an unknown layout is refused', () => {
    expect(() => unpackWindow(Uint8Array.of(9, 3, 0), WINDOW)).toThrow(/layout 9/)
  })

  /** A stored window must stay readable, whatever becomes of the dictionary's source. */
  it('is read as it was written by the first release', () => {
    const bytes = Buffer.from(STORED, 'base64')
    expect(unpackWindow(bytes, WINDOW)).toEqual([
      { ...WINDOW, domain: 'vm1', requests: null, clientRequests: null, cpu: null },
    ])
  })
})

const STORED = 'AYvGk3KIy1+xAA=='

describe('packed arrivals', () => {
  const offsets = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 50 })
  const arrivals = fc.array(
    fc.record({
      domain: fc.string({ unit: 'grapheme' }),
      startEpochSeconds: fc.constant(WINDOW.windowStartEpochSeconds),
      offsetsSeconds: offsets.map((all) => Float64Array.from(all).sort()),
      resolution: fc.constantFrom('second' as const, 'millisecond' as const),
    }),
    { maxLength: 5 },
  )

  it('return every offset to within 5 us', () => {
    fc.assert(
      fc.property(arrivals, (each) => {
        const back = unpackArrivals(packArrivals(each), WINDOW.windowStartEpochSeconds)
        if (back === 'too-many') throw new Error('there were few')
        expect(back.map(({ domain, resolution }) => [domain, resolution])).toEqual(
          each.map(({ domain, resolution }) => [domain, resolution]),
        )
        for (const [index, { offsetsSeconds }] of each.entries())
          for (const [at, offset] of offsetsSeconds.entries())
            expect(Math.abs(back[index]!.offsetsSeconds[at]! - offset)).toBeLessThan(5.001e-6)
      }),
    )
  })

  it('of more requests than are kept say so', () => {
    const of = (count: number) => [
      {
        domain: 'vm1',
        startEpochSeconds: 0,
        offsetsSeconds: new Float64Array(count),
        resolution: 'second' as const,
      },
    ]
    expect(unpackArrivals(packArrivals(of(MAX_ARRIVALS + 1)), 0)).toBe('too-many')
    expect(unpackArrivals(packArrivals(of(MAX_ARRIVALS)), 0)).toHaveLength(1)
  })
})
