import { describe, expect, test } from 'vitest'
import { parkMiller } from '../numeric/seeded-draws.ts'
import { studentT } from '../numeric/student-t.ts'
import { type RecordedWindow, recordedOverhead } from './vmm-overhead-recorded.ts'

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
  const draw = parkMiller(seed, 16807)
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
    if ('cannotTell' in found) throw new Error(found.cannotTell)
    expect(found.basis.code).toBe('recorded')
    expect(found.fraction).toBeCloseTo(0.0375, 9)
    expect(found.interval!.high - found.interval!.low).toBeLessThan(1e-9)
  })

  test('classifies windows as busy by their load, whatever CPU time they used', () => {
    const windows = record({ overhead: 0, spread: 0 }, 42, 40)
    const basis = (of: RecordedWindow[]) => {
      const found = recordedOverhead(of, pCpus)
      return 'cannotTell' in found ? found.cannotTell : found.basis
    }
    const busiest = windows.reduce((a, b) => (b.busyPCpus > a.busyPCpus ? b : a))
    const cheap = busiest.domains.map((each) => ({
      ...each,
      cpuPerSecond: 0.9 * each.cpuPerSecond,
    }))
    const cheaper = { domains: cheap, busyPCpus: 0.9 * busiest.busyPCpus }
    expect(basis(windows.map((each) => (each === busiest ? cheaper : each)))).toEqual(
      basis(windows),
    )
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

describe('the interval, by textbook', () => {
  /** One domain that needs 10 ms per request and 0.05 pCPUs without any, plus errors. */
  const windowsOf = (
    rates: readonly number[],
    errors: readonly number[],
    names: readonly string[] = ['vm1'],
    signs: readonly number[] = [1, 1],
  ): RecordedWindow[] =>
    rates.map((rate, k) => {
      const domains = names.map((name, index) => ({
        name,
        requestsPerSecond: rate / names.length,
        cpuPerSecond: (0.05 + 0.01 * rate) / names.length + signs[index]! * (errors[k] ?? 0),
      }))
      return { domains, busyPCpus: domains.reduce((sum, each) => sum + each.cpuPerSecond, 0) }
    })
  function found(windows: RecordedWindow[]) {
    const answer = recordedOverhead(windows, 2)
    if ('cannotTell' in answer) throw new Error(answer.cannotTell)
    const { low, high } = answer.interval!
    return { fraction: answer.fraction, half: (high - low) / 2, middle: (high + low) / 2 }
  }
  // On two pCPUs a load of up to 1 leaves one free, and 1.8 keeps both busy.
  const calmRates = [20, 30, 40, 50, 60, 70]
  const busyRates = [190, 190, 190, 190]

  test('with calm windows on a line is that of a mean: t s / sqrt(n) over x lambda', () => {
    const errors = [0.02, -0.01, 0.03, 0.04]
    const { fraction, half, middle } = found([
      ...windowsOf(calmRates, []),
      ...windowsOf(busyRates, errors),
    ])
    expect(fraction).toBeCloseTo(0.02 / 1.9, 9)
    expect(middle).toBeCloseTo(fraction, 12)
    const s = Math.sqrt((0 + 0.03 ** 2 + 0.01 ** 2 + 0.02 ** 2) / 3)
    expect(half).toBeCloseTo((studentT(3) * s) / 2 / 1.9, 9)
  })

  test('with busy windows that agree is that of a predicted mean, with HC3 residuals', () => {
    const errors = [0.004, -0.003, -0.002, 0.001, 0.002, -0.002]
    // They add up to 0, so they tilt the line about (45, 0.5).
    const tilt = calmRates.reduce((sum, rate, k) => sum + (rate - 45) * errors[k]!, 0) / 1750
    const { fraction, half } = found([...windowsOf(calmRates, errors), ...windowsOf(busyRates, [])])
    const slope = 0.01 + tilt
    const intercept = 0.05 - 45 * tilt
    expect(fraction).toBeCloseTo((1.95 - intercept - 190 * slope) / (190 * slope), 9)
    const variance = calmRates.reduce((sum, rate, k) => {
      const leverage = 1 / 6 + (rate - 45) ** 2 / 1750
      const part = 1 / 6 + ((rate - 45) * (190 * (1 + fraction) - 45)) / 1750
      const residual = (errors[k]! - tilt * (rate - 45)) / (1 - leverage)
      return sum + (part * residual) ** 2
    }, 0)
    expect(half).toBeCloseTo((studentT(3) * Math.sqrt(variance)) / (190 * slope), 9)
  })

  test('has as many degrees of freedom as the fewer of both: five calm windows leave three', () => {
    const rates = [20, 30, 40, 50, 60]
    const errors = [0.02, -0.01, 0.03, 0.04, 0, 0.01]
    const six = [...busyRates, 190, 190]
    const { half } = found([...windowsOf(rates, []), ...windowsOf(six, errors)])
    const mean = 0.09 / 6
    const s = Math.sqrt(errors.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 5)
    expect(half).toBeCloseTo((studentT(3) * s) / Math.sqrt(6) / 1.9, 9)
  })

  test('counts what domains share within a window once: two halves err as the whole', () => {
    const errors = [0.02, -0.01, 0.03, 0.04]
    const halves = errors.map((each) => each / 2)
    const names = ['vm1', 'vm2']
    const whole = found([...windowsOf(calmRates, []), ...windowsOf(busyRates, errors)])
    const two = found([...windowsOf(calmRates, [], names), ...windowsOf(busyRates, halves, names)])
    expect(two.fraction).toBeCloseTo(whole.fraction, 9)
    expect(two.half).toBeCloseTo(whole.half, 9)
    const opposed = found([
      ...windowsOf(calmRates, [], names),
      ...windowsOf(busyRates, halves, names, [1, -1]),
    ])
    expect(opposed.half).toBeCloseTo(0, 9)
  })

  test('leaves out a domain that was seen too seldom or whose rate is steady', () => {
    const other = (requestsPerSecond: number) => ({
      name: 'other',
      requestsPerSecond,
      cpuPerSecond: 0.001 * requestsPerSecond,
    })
    const beside = (windows: RecordedWindow[], rateOf: (k: number) => number | null) =>
      windows.map((window, k) => {
        const rate = rateOf(k)
        if (rate === null) return window
        const domains = [...window.domains, other(rate)]
        return { domains, busyPCpus: window.busyPCpus + 0.001 * rate }
      })
    const errors = [0.02, -0.01, 0.03, 0.04]
    const windows = [...windowsOf(calmRates, []), ...windowsOf(busyRates, errors)]
    const alone = found(windows)
    for (const rateOf of [
      () => 1,
      (k: number) => (k < 4 ? 1 + k : null),
      (k: number) => (k < 8 ? 1 + k : null),
    ]) {
      const { fraction, half } = found(beside(windows, rateOf))
      expect(fraction).toBeCloseTo(alone.fraction, 9)
      expect(half).toBeCloseTo(alone.half, 9)
    }
  })
})
