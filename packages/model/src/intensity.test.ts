import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IntensityWindow, intensityMap } from './intensity.ts'
import { ModelInputError } from './model-input-error.ts'

const window = (more: Partial<IntensityWindow>): IntensityWindow => ({
  domain: 'vm1',
  startEpochSeconds: 0,
  seconds: 10,
  cpuSeconds: 2,
  wakeUps: 1000,
  executions: 1500,
  blockedPart: 0.5,
  requests: null,
  ...more,
})

test('computes cc, ci and cm of equations (1) to (3)', () => {
  const [point] = intensityMap([window({})]).points
  // 2 s = 20 000 credits over 1000 boosts in 10 000 ms.
  expect(point).toMatchObject({ creditsPerBoost: 20, boostsPerMs: 0.1, creditsPerMs: 2 })
  expect(point!.countedBy).toBe('wake-ups')
})

test('uses executions where wake-ups were not traced, and skips windows without either', () => {
  const { points, thresholds } = intensityMap([
    window({ wakeUps: null }),
    window({ wakeUps: null, executions: null }),
    window({ seconds: 0, cpuSeconds: 0 }),
  ])
  expect(points).toHaveLength(1)
  expect(points[0]).toMatchObject({ countedBy: 'executions', boostsPerMs: 0.15 })
  expect(thresholds['wake-ups']).toBeNull()
  expect(thresholds.executions).toEqual({
    creditsPerBoost: points[0]!.creditsPerBoost,
    boostsPerMs: 0.15,
  })
})

test('places four kinds of domain in four quadrants', () => {
  const { points } = intensityMap([
    window({ domain: 'idle', cpuSeconds: 0.001, wakeUps: 10 }),
    window({ domain: 'router', cpuSeconds: 0.4, wakeUps: 20_000 }),
    window({ domain: 'batch', cpuSeconds: 9, wakeUps: 10 }),
    window({ domain: 'web', cpuSeconds: 8, wakeUps: 20_000 }),
  ])
  expect(points.map(({ domain, cpu, io }) => [domain, cpu, io])).toEqual([
    ['idle', 'low', 'low'],
    ['router', 'low', 'high'],
    ['batch', 'high', 'low'],
    ['web', 'high', 'high'],
  ])
  expect(new Set(points.map(({ meaning }) => meaning)).size).toBe(4)
})

describe('a domain that is never woken', () => {
  test('counts as CPU-intensive if it runs at all', () => {
    const { points } = intensityMap([window({ wakeUps: 0 }), window({ cpuSeconds: 0, wakeUps: 0 })])
    expect(points.map(({ creditsPerBoost, cpu, io }) => [creditsPerBoost, cpu, io])).toEqual([
      [null, 'high', 'low'],
      [0, 'low', 'low'],
    ])
  })

  test('does not make others CPU-intensive when most domains are like it', () => {
    const never = window({ wakeUps: 0 })
    const { points, thresholds } = intensityMap([never, never, never, window({})])
    expect(thresholds['wake-ups']!.creditsPerBoost).toBeNull()
    expect(points.map(({ cpu }) => cpu)).toEqual(['high', 'high', 'high', 'low'])
  })
})

describe('the host of paper 1: twelve domains that never block, packets for one of them', () => {
  // Each gets a sixth of a pCPU and waits for the rest of the time; no domain ever wakes up.
  const hog = (domain: string, more: Partial<IntensityWindow> = {}) =>
    window({ domain, cpuSeconds: 10 / 6, wakeUps: 0, blockedPart: 0, ...more })
  const others = Array.from({ length: 11 }, (_, index) => hog(`dom${index + 2}`))
  const places = (windows: IntensityWindow[]) =>
    intensityMap(windows).points.map(({ cpu, io }) => `${cpu} ${io}`)

  test('leaves every I/O intensity unknown without a log', () => {
    const { points } = intensityMap([hog('dom1'), ...others])
    expect(points.map(({ io }) => io)).toEqual(Array(12).fill('unknown'))
    expect(points[0]).toMatchObject({ cpu: 'high', creditsPerBoost: null, boostsPerMs: null })
    expect(points[0]!.creditsPerMs).toBeCloseTo(10 / 6, 9)
  })

  test('does not separate equal domains by executions, which are returns from preemption', () => {
    const by = (domain: string, executions: number) => hog(domain, { wakeUps: null, executions })
    const windows = Array.from({ length: 12 }, (_, index) => by(`dom${index + 1}`, 50 + index))
    expect(new Set(places(windows))).toEqual(new Set(['high unknown']))
  })

  test('counts requests where there is a log', () => {
    // 900 a second, and 1.67 s of CPU: 10 000 / 6 credits over 9000 requests.
    const { points } = intensityMap([hog('dom1', { requests: 9000 }), ...others])
    expect(points[0]).toMatchObject({ countedBy: 'requests', cpu: 'high', io: 'high' })
    expect(points[0]!.boostsPerMs).toBeCloseTo(0.9, 9)
    expect(points[0]!.creditsPerBoost).toBeCloseTo(100_000 / 6 / 9000, 9)
    expect(points.slice(1).every(({ io }) => io === 'unknown')).toBe(true)
  })

  test('accepts many wake-ups as evidence and rates few requests as low', () => {
    const calm = window({ wakeUps: 100 })
    expect(places([calm, calm, hog('dom1', { wakeUps: 5000 })])[2]).toBe('high high')
    expect(places([calm, calm, hog('dom1', { requests: 10 })])[2]).toBe('high low')
    expect(places([calm, calm, hog('dom1', { blockedPart: null })])[2]).toBe('high low')
  })

  test('counts a domain that blocks by its wake-ups, with or without a log', () => {
    expect(intensityMap([window({ requests: 5 })]).points[0]).toMatchObject({
      countedBy: 'wake-ups',
      boostsPerMs: 0.1,
    })
  })
})

test('keeps separate thresholds for wake-ups and executions', () => {
  const { points } = intensityMap([
    window({ wakeUps: 100 }),
    window({ wakeUps: 200 }),
    window({ wakeUps: null, executions: 10_000 }),
    window({ wakeUps: null, executions: 20_000 }),
  ])
  expect(points.map(({ io }) => io)).toEqual(['low', 'high', 'low', 'high'])
})

test('always satisfies cm = cc ci, at most 10 for one vCPU', () => {
  const recorded = fc
    .record({
      seconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
      busy: fc.double({ min: 0, max: 1, noNaN: true }),
      wakeUps: fc.nat(1_000_000),
    })
    .map(({ seconds, busy, wakeUps }) => window({ seconds, cpuSeconds: busy * seconds, wakeUps }))
  fc.assert(
    fc.property(fc.array(recorded), (windows) => {
      for (const { creditsPerBoost, boostsPerMs, creditsPerMs } of intensityMap(windows).points) {
        expect(creditsPerMs).toBeLessThanOrEqual(10 + 1e-9)
        if (boostsPerMs! > 0) expect(creditsPerBoost! * boostsPerMs!).toBeCloseTo(creditsPerMs, 9)
      }
    }),
    { seed: 3 },
  )
})

test.each([
  { seconds: -1 },
  { cpuSeconds: Number.NaN },
  { wakeUps: -1 },
  { executions: -1 },
  { blockedPart: -1 },
  { requests: Number.POSITIVE_INFINITY },
])('rejects %j', (wrong) => {
  expect(() => intensityMap([window(wrong)])).toThrow(ModelInputError)
})

test('names the domain and the quantity that it rejects', () => {
  expect(() => intensityMap([window({}), window({ domain: 'vm2', wakeUps: -1 })])).toThrowError(
    expect.objectContaining({
      code: 'invalid-load',
      details: { name: 'vm2', quantity: 'wakeUps' },
    }),
  )
})

test('a domain that is blocked for a tenth of its time rests', () => {
  const countedBy = (blockedPart: number) =>
    intensityMap([window({ blockedPart, requests: 10 })]).points[0]!.countedBy
  expect(countedBy(0.1)).toBe('wake-ups')
  expect(countedBy(0.099)).toBe('requests')
})
