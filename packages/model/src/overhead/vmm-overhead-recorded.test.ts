import { describe, expect, test } from 'vitest'
import { type RecordedWindow, recordedOverhead } from './vmm-overhead-recorded.ts'

/** Pseudo-random numbers in (0, 1), always the same sequence. */
function uniform(seed: number) {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

/** Normal noise by Box and Muller. */
function normal(draw: () => number) {
  return () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw())
}

interface Recording {
  overhead: number
  /** Standard deviation of a window's CPU time per request, over its mean. */
  spread: number
  /** The same deviation for all domains of a window, as if they shared their clients. */
  together?: boolean
  /** Requests that the host cannot serve in time complete later, or never. */
  full?: boolean
  /** From lightest to heaviest load, of all pCPUs. */
  loads?: readonly [number, number]
}

const pCpus = 2
const secondsPerRequest = 0.01
const background = 0.02

/** Two domains and Domain-0 at random rates; requests cost more while all pCPUs have work. */
function record(of: Recording, seed: number, count = 300): RecordedWindow[] {
  const draw = uniform(seed)
  const noise = normal(draw)
  const [least, most] = of.loads ?? [0, 1.15]
  return Array.from({ length: count }, () => {
    const common = noise()
    const wanted = [0, 1].map(() => ((least + (most - least) * draw()) * pCpus) / 2)
    const isBusy = wanted[0]! + wanted[1]! > 0.75 * pCpus
    const costs = wanted.map(
      () =>
        secondsPerRequest *
        (isBusy ? 1 + of.overhead : 1) *
        (1 + of.spread * (of.together ? common : noise())),
    )
    const asked = wanted.map((load) => load / secondsPerRequest)
    const needed = asked.reduce((sum, rate, index) => sum + rate * costs[index]!, 0)
    const room = pCpus - 2 * background
    const part = of.full && needed > room ? room / needed : 1
    const domains = asked.map((rate, index) => ({
      name: `vm${index + 1}`,
      requestsPerSecond: rate * part,
      cpuPerSecond: background + rate * part * costs[index]!,
    }))
    const rates = domains.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
    const busyPCpus =
      domains.reduce((sum, { cpuPerSecond }) => sum + cpuPerSecond, 0) + 0.0001 * rates
    return { busyPCpus, domains }
  })
}

function answers(of: Recording, recordings: number) {
  const found = Array.from({ length: recordings }, (_, index) =>
    recordedOverhead(record(of, 1000 + 7919 * index), pCpus),
  ).flatMap((each) => ('cannotTell' in each ? [] : [each]))
  const share = (holds: (low: number, high: number) => boolean) =>
    found.filter(({ interval }) => holds(interval!.low, interval!.high)).length / found.length
  return {
    count: found.length,
    mean: found.reduce((sum, { fraction }) => sum + fraction, 0) / found.length,
    alarms: share((low) => low > 0),
    covers: share((low, high) => low <= of.overhead && of.overhead <= high),
  }
}

describe('recordedOverhead', () => {
  // By chance alone, 2.5 % +- 1.1 % of 200 recordings should have an interval above 0.
  test.each<[string, Recording]>([
    ['little spread', { overhead: 0, spread: 0.02 }],
    ['some', { overhead: 0, spread: 0.05 }],
    ['much', { overhead: 0, spread: 0.1 }],
    ['all domains dear at once', { overhead: 0, spread: 0.05, together: true }],
    ['a full host', { overhead: 0, spread: 0.05, full: true }],
  ])('finds no overhead where there is none: %s', (_, recording) => {
    const { count, mean, alarms, covers } = answers(recording, 200)
    expect(count).toBeGreaterThan(190)
    expect(Math.abs(mean)).toBeLessThan(0.003)
    expect(alarms).toBeLessThan(0.05)
    expect(covers).toBeGreaterThan(0.92)
  })

  test.each<[string, Recording]>([
    ['a host with room', { overhead: 0.0375, spread: 0.02 }],
    ['a full host', { overhead: 0.0375, spread: 0.02, full: true }],
  ])('finds 3.75 %% on %s', (_, recording) => {
    const { mean, alarms, covers } = answers(recording, 200)
    expect(Math.abs(mean - 0.0375)).toBeLessThan(0.001)
    expect(alarms).toBeGreaterThan(0.95)
    expect(covers).toBeGreaterThan(0.92)
  })

  test('recovers the overhead exactly when nothing varies', () => {
    const found = recordedOverhead(record({ overhead: 0.0375, spread: 0 }, 42), pCpus)
    if ('cannotTell' in found) throw new Error(found.sentence)
    expect(found.basis).toBe('recorded')
    expect(found.fraction).toBeCloseTo(0.0375, 9)
    expect(found.interval!.high - found.interval!.low).toBeLessThan(1e-9)
  })

  test('classifies windows as busy by their load, whatever CPU time they used', () => {
    const windows = record({ overhead: 0, spread: 0 }, 42, 40)
    const label = (of: RecordedWindow[]) => {
      const found = recordedOverhead(of, pCpus)
      return 'cannotTell' in found ? found.cannotTell : found.label
    }
    const busiest = windows.reduce((a, b) => (b.busyPCpus > a.busyPCpus ? b : a))
    const cheap = busiest.domains.map((each) => ({
      ...each,
      cpuPerSecond: 0.9 * each.cpuPerSecond,
    }))
    const cheaper = { domains: cheap, busyPCpus: 0.9 * busiest.busyPCpus }
    expect(label(windows.map((each) => (each === busiest ? cheaper : each)))).toBe(label(windows))
  })

  const quiet = record({ overhead: 0, spread: 0.01, loads: [0.1, 0.4] }, 42, 40)
  const full = record({ overhead: 0, spread: 0.01, loads: [1, 1.1] }, 42, 40)
  test.each([
    ['one-pcpu', [...quiet, ...full], 1],
    ['no-busy-windows', [...quiet, ...full.slice(0, 2)], pCpus],
    ['no-calm-windows', [...quiet.slice(0, 4), ...full], pCpus],
    ['no-busy-windows', [...quiet, ...full], 8],
    ['rates-alike', [...quiet.map(() => quiet[0]!), ...full], pCpus],
  ] as const)('says %s', (why, windows, on) => {
    expect(recordedOverhead(windows, on)).toMatchObject({ cannotTell: why })
  })
})
