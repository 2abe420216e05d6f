import { describe, expect, test } from 'vitest'
import { delayAwareTerms } from '../estimators/delay-aware-calibrated/delay-aware-terms.ts'
import type { DelayAwareFit } from '../estimators/delay-aware-fit.ts'
import type { HostLoad } from '../load/host-load.ts'
import { relativeScatter } from '../sdps/sdps-validity.ts'
import type { CalibrationWindow } from './calibration.ts'
import { applied, fitDelayAware, fitWithout } from './fit-delay-aware.ts'

const weights = { 'Domain-0': 256, vm1: 384, vm2: 256 }

/** Two guests on one pCPU, and Domain-0; rates differ so that no term is a multiple of another. */
function loadAt(k: number): HostLoad {
  return {
    domains: [
      { name: 'vm1', arrivalRatePerSecond: 10 + 5 * (k % 7), serviceTimeSeconds: 0.0066 },
      { name: 'vm2', arrivalRatePerSecond: 50 + 9 * (k % 5), serviceTimeSeconds: 0.0017 },
    ],
    domain0: { serviceTimeSeconds: 0.0003, ioRequestsPerSecond: 100, delayPerIoSeconds: 0.001 },
    pCpus: 1,
  }
}

/** A window in which each guest took `means` seconds; null where nobody measured. */
const windowOf = (
  load: HostLoad,
  means: readonly (number | null)[],
  { seconds = 10, count = 100 } = {},
): CalibrationWindow => ({
  seconds,
  load,
  weights,
  domain0: null,
  domains: load.domains.map(({ name }, k) => ({
    name,
    cpuSeconds: null,
    arrivals: count,
    completions: null,
    logged: null,
    gaps: null,
    measured: means[k] == null ? null : { meanSeconds: means[k]!, count },
  })),
})

const truth = { alpha: 1.1, beta: 0.6, gamma: 0.2 }
/** A window that follows the equation, times a factor. */
const follows = (k: number, factor = 1, more?: { seconds?: number; count?: number }) => {
  const load = loadAt(k)
  const terms = delayAwareTerms(load, weights)!
  return windowOf(
    load,
    load.domains.map(({ name }) => factor * applied(truth, terms.get(name)!)),
    more,
  )
}
const windowsOf = (count: number, factor: (k: number) => number = () => 1) =>
  Array.from({ length: count }, (_, k) => follows(k, factor(k)))

function fitted(windows: readonly CalibrationWindow[]): DelayAwareFit {
  const fit = fitDelayAware(windows)
  if ('missing' in fit) throw new Error(fit.missing)
  return fit
}
const near = ({ alpha, beta, gamma }: typeof truth, digits = 6) => ({
  alpha: expect.closeTo(alpha, digits),
  beta: expect.closeTo(beta, digits),
  gamma: expect.closeTo(gamma, digits),
})

describe('what it takes', () => {
  const isMissing = (windows: readonly CalibrationWindow[]) => 'missing' in fitDelayAware(windows)
  const ofOne = (k: number) => ({
    ...follows(k),
    domains: follows(k).domains.map((domain, index) =>
      index === 0 ? domain : { ...domain, measured: null },
    ),
  })

  test('ten windows and twenty measured means', () => {
    expect(fitted(windowsOf(10))).toMatchObject({ n: 20, coefficients: near(truth) })
    expect(isMissing(windowsOf(9))).toBe(true)
    expect(isMissing([...windowsOf(9), ofOne(9)])).toBe(true)
    // Three guests in nine windows are means enough, but too few windows.
    const three = windowsOf(9).map((window) => ({
      ...window,
      domains: [...window.domains, window.domains[0]!],
    }))
    expect(isMissing(three)).toBe(true)
  })

  test('means over at least twenty requests', () => {
    const few = (count: number) => Array.from({ length: 10 }, (_, k) => follows(k, 1, { count }))
    expect(fitted(few(20)).n).toBe(20)
    expect(isMissing(few(19))).toBe(true)
  })

  test('windows long enough for averages to scatter by less than their mean', () => {
    const short = follows(3, 5, { seconds: 0.001 })
    expect(fitted([...windowsOf(10), short])).toMatchObject({ n: 20, coefficients: near(truth) })
  })

  test('domains that the load knows and somebody measured', () => {
    const [first, ...rest] = windowsOf(11)
    const strange = {
      ...first!,
      domains: first!.domains.map((domain) => ({ ...domain, name: `${domain.name}-gone` })),
    }
    expect(fitted([strange, ...rest]).n).toBe(20)
    const unmeasured = windowOf(loadAt(0), [null, null])
    expect(fitted([unmeasured, ...rest]).n).toBe(20)
  })
})

describe('the fit', () => {
  /** One guest alone and no Domain-0: the only term is x, so R = alpha x. */
  const alone = (x: number, ratio: number, seconds: number): CalibrationWindow =>
    windowOf(
      {
        domains: [{ name: 'vm1', arrivalRatePerSecond: 0.4 / x, serviceTimeSeconds: x }],
        domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
        pCpus: 1,
      },
      [ratio * x],
      { seconds },
    )
  const windows = Array.from({ length: 20 }, (_, k) =>
    alone(0.001 * (1 + k), k % 2 === 0 ? 1 : 3, k % 2 === 0 ? 60 : 2),
  )

  test('of one term is the mean of R / x, each window by 1 / (0.1^2 + scatter^2)', () => {
    const precisions = windows.map(
      ({ load, seconds }) => 1 / (0.1 ** 2 + relativeScatter(load, 1, seconds) ** 2),
    )
    const total = precisions.reduce((sum, p) => sum + p, 0)
    const alpha = precisions.reduce((sum, p, k) => sum + p * (k % 2 === 0 ? 1 : 3), 0) / total
    expect(fitted(windows).coefficients).toEqual(near({ alpha, beta: 0, gamma: 0 }))
    expect(alpha).toBeLessThan(1.9)
  })

  test('a domain without any of the terms counts as missed by all of its time', () => {
    const load = windows[0]!.load
    const idle = { ...load, domains: [{ ...load.domains[0]!, serviceTimeSeconds: 0 }] }
    const exact = Array.from({ length: 20 }, (_, k) => alone(0.001 * (1 + k), 2, 60))
    const fit = fitted([...exact, windowOf(idle, [0.5])])
    expect(fit).toMatchObject({ n: 21, coefficients: near({ alpha: 2, beta: 0, gamma: 0 }) })
    expect(fit.crossValidated.meanApe).toBeCloseTo(1 / 21, 9)
    expect(fit.crossValidated.medianApe).toBeCloseTo(0, 9)
  })
})

describe('blocks of consecutive windows', () => {
  const rangesOf = (fit: DelayAwareFit) => fit.blocks.map(({ from, to }) => [from, to])

  test('are five, equally many usable windows each, and together cover the whole recording', () => {
    expect(rangesOf(fitted(windowsOf(10)))).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
      [6, 8],
      [8, 10],
    ])
    // Two windows at either end and one in the middle cannot be used.
    const empty = windowOf(loadAt(0), [null, null])
    const [a, b] = [windowsOf(5), windowsOf(5)]
    expect(rangesOf(fitted([empty, empty, ...a, empty, ...b, empty, empty]))).toEqual([
      [0, 4],
      [4, 6],
      [6, 9],
      [9, 11],
      [11, 15],
    ])
  })

  test('each has the coefficients of the others: an odd first window of block 2 misleads all but that', () => {
    const { blocks } = fitted(windowsOf(15, (k) => (k === 3 ? 3 : 1)))
    expect(blocks.map(({ from }) => from)).toEqual([0, 3, 6, 9, 12])
    expect(blocks[1]!.coefficients).toEqual(near(truth))
    for (const k of [0, 2, 3, 4]) expect(blocks[k]!.coefficients).not.toEqual(near(truth, 3))
  })

  test('are predicted from the others: errors by hand from their coefficients', () => {
    const windows = windowsOf(15, (k) => 1 + 0.3 * Math.sin(k))
    const fit = fitted(windows)
    const errors = windows.flatMap(({ load, domains }, at) => {
      const { coefficients } = fit.blocks.find(({ from, to }) => at >= from && at < to)!
      const terms = delayAwareTerms(load, weights)!
      return domains.map(({ name, measured }) =>
        Math.abs(applied(coefficients, terms.get(name)!) / measured!.meanSeconds - 1),
      )
    })
    const sorted = errors.toSorted((a, b) => a - b)
    expect(fit.crossValidated.meanApe).toBeCloseTo(errors.reduce((a, b) => a + b) / 30, 9)
    expect(fit.crossValidated.medianApe).toBeCloseTo((sorted[14]! + sorted[15]!) / 2, 9)
  })

  test('give standard errors by the jackknife: sqrt((n - 1) / n sum (c - mean)^2)', () => {
    const fit = fitted(windowsOf(15, (k) => 1 + 0.3 * Math.sin(k)))
    for (const key of ['alpha', 'beta', 'gamma'] as const) {
      const values = fit.blocks.map(({ coefficients }) => coefficients[key])
      const mean = values.reduce((a, b) => a + b) / 5
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      expect(fit.standardErrors[key]).toBeCloseTo(Math.sqrt((4 / 5) * squares), 12)
    }
  })
})

describe('fitWithout', () => {
  const fit = fitted(windowsOf(15, (k) => 1 + 0.3 * Math.sin(k)))

  test('has the coefficients of the block that the window is in, up to its end', () => {
    for (const [window, block] of [
      [0, 0],
      [2, 0],
      [3, 1],
      [14, 4],
    ] as const) {
      expect(fitWithout(fit, window)).toEqual({
        ...fit,
        coefficients: fit.blocks[block]!.coefficients,
      })
    }
  })

  test('is the whole fit for a window that was not in it, or what was missing', () => {
    expect(fitWithout(fit, 15)).toBe(fit)
    expect(fitWithout(fit, -1)).toBe(fit)
    const missing = { missing: 'windows' }
    expect(fitWithout(missing, 0)).toBe(missing)
  })
})
