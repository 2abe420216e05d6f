import { describe, expect, test } from 'vitest'
import type { CalibrationWindow } from '../../calibration/calibration.ts'
import { fitDelayAware, fitWithout } from '../../calibration/fit-delay-aware.ts'
import type { HostLoad } from '../../load/host-load.ts'
import type { Weights } from '../../load/weights.ts'
import { paperLoad } from '../../paper-loads.fixture.ts'
import { delayAware } from '../delay-aware/delay-aware.ts'
import type { DelayAwareFit } from '../delay-aware-fit.ts'
import { delayAwareCalibrated } from './delay-aware-calibrated.ts'
import { delayAwareTerms } from './delay-aware-terms.ts'

const weights: Weights = { 'Domain-0': 256, vm1: 384, vm2: 256, vm3: 256 }
const domain0 = { serviceTimeSeconds: 0.0003, ioRequestsPerSecond: 100, delayPerIoSeconds: 0.001 }
const rates: [number, number, number][] = [
  [10, 12, 50],
  [15, 14, 60],
  [20, 25, 90],
  [30, 28, 120],
  [35, 36, 130],
  [38, 40, 140],
]
const loadAt = (of: [number, number, number]): HostLoad => ({ ...paperLoad(of), domain0 })

/**
 * Windows whose measured means follow the equation with these coefficients, each multiplied by an
 * error factor.
 */
function windowsWith(
  [alpha, beta, gamma]: readonly number[],
  factors: readonly number[],
  count = 100,
): CalibrationWindow[] {
  return factors.map((factor, index) => {
    const load = loadAt(rates[index % rates.length]!)
    const terms = delayAwareTerms(load, weights)!
    return {
      seconds: 10,
      load,
      weights,
      domain0: null,
      domains: load.domains.map(({ name }) => {
        const own = terms.get(name)!
        const seconds =
          alpha! * own.serviceSeconds +
          beta! * own.loadedVmDelaySeconds +
          gamma! * own.domain0DelaySeconds
        return {
          name,
          cpuSeconds: null,
          arrivals: count,
          completions: null,
          logged: null,
          gaps: null,
          measured: { meanSeconds: seconds * factor, count },
        }
      }),
    }
  })
}

const exact = new Array(12).fill(1)

function fitted(windows: CalibrationWindow[]): DelayAwareFit {
  const fit = fitDelayAware(windows)
  if ('missing' in fit) throw new Error(fit.missing)
  return fit
}

describe('fitDelayAware', () => {
  test('recovers the coefficients that generated the data', () => {
    const fit = fitted(windowsWith([1.1, 0.6, 0.2], exact))
    expect(fit.coefficients.alpha).toBeCloseTo(1.1, 6)
    expect(fit.coefficients.beta).toBeCloseTo(0.6, 6)
    expect(fit.coefficients.gamma).toBeCloseTo(0.2, 6)
    expect(fit.standardErrors.beta).toBeLessThan(1e-6)
    expect(fit.crossValidated.meanApe).toBeLessThan(1e-6)
    expect(fit.n).toBe(36)
    expect(fit.blocks.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 5],
      [5, 7],
      [7, 10],
      [10, 12],
    ])
  })

  test('weights relative errors equally: alternating +20 and -20 % leave the coefficients unchanged', () => {
    // Each load occurs once with a mean that is too high and once with one that is too low.
    const factors = exact.map((_, k) => (k < 6 === (k % 2 === 0) ? 1.2 : 0.8))
    const fit = fitted(windowsWith([1, 0.5, 0], factors))
    expect(fit.coefficients.alpha).toBeCloseTo(1, 2)
    expect(fit.coefficients.beta).toBeCloseTo(0.5, 2)
    expect(fit.crossValidated.meanApe).toBeGreaterThan(0.19)
    expect(fit.standardErrors.alpha).toBeGreaterThan(0.01)
  })

  test('predicts each block with coefficients from the others', () => {
    const factors = exact.map((_, k) => (k < 2 ? 3 : 1))
    const fit = fitted(windowsWith([1, 0.5, 0], factors))
    // The first block was three times slower than the rest suggests: off by 2/3.
    const first = fitWithout(fit, 0) as DelayAwareFit
    expect(first.coefficients.alpha).toBeCloseTo(1, 3)
    expect(first.coefficients.beta).toBeCloseTo(0.5, 3)
    const other = fitWithout(fit, 7) as DelayAwareFit
    expect(other.coefficients).not.toEqual(first.coefficients)
    expect(fit.crossValidated.meanApe).toBeGreaterThan(0.1)
  })

  test.each([
    ['few windows', windowsWith([1, 1, 0], [1, 1, 1])],
    ['few requests in each', windowsWith([1, 1, 0], exact, 19)],
  ])('reports what is missing with %s', (_, windows) => {
    expect(fitDelayAware(windows)).toEqual({
      missing: expect.stringMatching(/^Only \d+ windows .* need 10\.$/),
    })
  })

  test('ignores windows beyond saturation', () => {
    const windows = windowsWith([1, 1, 0], exact)
    const beyond = { ...windows[0]!, load: loadAt([60, 60, 200]) }
    expect(fitted([...windows, beyond]).n).toBe(36)
  })
})

describe('delay-aware, calibrated', () => {
  const fit = fitted(windowsWith([1.1, 0.6, 0.2], exact))
  const load = loadAt([30, 30, 100])

  test('is eq (1)-(3) with rho / (1 - rho) and the coefficients, and its parts add up', () => {
    const [plain] = delayAware.estimate(load, weights).domains
    const { domains } = delayAwareCalibrated.estimate(load, weights, { delayAwareFit: fit })
    // rho = 30 0.0066 2 + 100 0.0017 + 100 0.0003 = 0.596
    const { serviceSeconds, vmDelaySeconds, domain0DelaySeconds } = domains[0]!.breakdown!
    expect(serviceSeconds).toBeCloseTo(1.1 * 0.0066, 8)
    expect(vmDelaySeconds / plain!.breakdown!.vmDelaySeconds).toBeCloseTo((0.6 * 0.596) / 0.404, 5)
    expect(domain0DelaySeconds / plain!.breakdown!.domain0DelaySeconds).toBeCloseTo(0.2, 5)
    expect(domains[0]!.responseTimeSeconds).toBe(
      serviceSeconds + vmDelaySeconds + domain0DelaySeconds,
    )
  })

  test('reports its coefficients and its cross-validated error', () => {
    const { assumptions } = delayAwareCalibrated.estimate(load, weights, { delayAwareFit: fit })
    expect(assumptions.join(' ')).toContain('alpha = 1.10')
    expect(assumptions.join(' ')).toMatch(/Cross-validated in 5 blocks: off by 0 % on average/)
  })

  test('gives a reason instead of a time without coefficients, arrivals or a steady state', () => {
    const codesOf = (of: HostLoad, delayAwareFit?: DelayAwareFit | { missing: string }) =>
      delayAwareCalibrated
        .estimate(of, weights, delayAwareFit && { delayAwareFit })
        .domains.map(({ responseTimeSeconds, reasons }) => [responseTimeSeconds, reasons[0]?.code])
    expect(codesOf(load)[0]).toEqual([null, 'not-calibrated'])
    expect(codesOf(load, { missing: 'few windows' })[0]).toEqual([null, 'not-calibrated'])
    expect(codesOf(loadAt([0, 30, 100]), fit)[0]).toEqual([null, 'no-arrivals'])
    expect(codesOf(loadAt([60, 60, 200]), fit)[0]).toEqual([null, 'host-saturated'])
    const [uncalibrated] = delayAwareCalibrated.estimate(load, weights).domains
    expect(uncalibrated).toMatchObject({ name: 'vm1', valid: false })
    const full = { ...loadAt([60, 60, 200]) }
    const { domains } = delayAwareCalibrated.estimate(full, weights, { delayAwareFit: fit })
    expect(domains[0]!.reasons[0]!.numbers).toEqual({ pCpus: 1 })
  })

  test('doubts nothing where it has coefficients', () => {
    const { domains } = delayAwareCalibrated.estimate(load, weights, { delayAwareFit: fit })
    for (const domain of domains) expect(domain).toMatchObject({ valid: true, reasons: [] })
  })
})
