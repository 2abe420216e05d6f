import { describe, expect, test } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import type { Weights } from '../load/weights.ts'
import { paperLoad } from '../paper-loads.fixture.ts'
import { calibrate } from './calibrate.ts'
import type { CalibrationWindow } from './calibration.ts'
import { conservationResidual } from './conservation.ts'

/**
 * Windows measured under some weights, with times `slower` times those that the weights lead to.
 */
function windowsOf(slower: number, weights: Weights, count = 100): CalibrationWindow[] {
  const load = paperLoad([30, 30, 100])
  const { domains } = sdps.estimate(load, weights)
  const window: CalibrationWindow = {
    seconds: 10,
    load,
    // The residual is always given equal weights, whatever the true ones were.
    weights: { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 },
    domain0: null,
    domains: domains.map(({ name, responseTimeSeconds }) => ({
      name,
      cpuSeconds: null,
      arrivals: count,
      completions: null,
      logged: null,
      gaps: null,
      measured: { meanSeconds: responseTimeSeconds! * slower, count },
    })),
  }
  return new Array(5).fill(window)
}

const residual = (windows: CalibrationWindow[]) => conservationResidual(windows, calibrate(windows))

test.each([
  { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 },
  { 'Domain-0': 256, vm1: 4096, vm2: 16, vm3: 256 },
])('the residual does not depend on the weights: %o', (weights) => {
  expect(residual(windowsOf(1, weights))).toEqual({ ratio: expect.closeTo(1, 6), n: 5 })
  expect(residual(windowsOf(3, weights))!.ratio).toBeCloseTo(3, 5)
})

test('returns null with fewer than five windows in which every domain was measured', () => {
  const windows = windowsOf(1, { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 })
  expect(residual(windows.slice(1))).toBeNull()
  const thin = windowsOf(1, { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }, 19)
  expect(residual(thin)).toBeNull()
})

describe('which windows count', () => {
  const equal = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
  const five = windowsOf(1, equal)
  const [one] = five
  const measuredTimes = (window: CalibrationWindow, factor: number): CalibrationWindow => ({
    ...window,
    domains: window.domains.map((domain) => ({
      ...domain,
      measured: { ...domain.measured!, meanSeconds: domain.measured!.meanSeconds * factor },
    })),
  })

  test('the sums are compared, not the ratios of windows: twice the load counts twice as much', () => {
    const calm = windowsOf(3, equal)[0]!
    const light = {
      ...calm,
      load: paperLoad([1, 1, 1]),
      domains: calm.domains.map((domain) => ({
        ...domain,
        measured: { count: 100, meanSeconds: 0 },
      })),
    }
    // In the light window nothing was measured to take any time, so only its prediction counts.
    const { ratio, n } = residual([...five, light])!
    const weightOf = (load: CalibrationWindow['load']) =>
      sdps
        .estimate(load, equal)
        .domains.reduce(
          (sum, { responseTimeSeconds }, k) =>
            sum +
            load.domains[k]!.arrivalRatePerSecond *
              load.domains[k]!.serviceTimeSeconds *
              responseTimeSeconds!,
          0,
        )
    const [busy, idle] = [weightOf(one!.load), weightOf(light.load)]
    expect(ratio).toBeCloseTo((5 * busy) / (5 * busy + idle), 9)
    expect(n).toBe(6)
  })

  test('a mean over twenty requests does, in every domain', () => {
    expect(residual(windowsOf(1, equal, 20))!.n).toBe(5)
    const [first, ...rest] = one!.domains
    const thin = {
      ...one!,
      domains: [{ ...first!, measured: { ...first!.measured!, count: 19 } }, ...rest],
    }
    expect(residual([...five, thin])!.n).toBe(5)
    expect(residual([...five, { ...one!, domains: rest }])!.n).toBe(5)
    expect(
      residual([...five, { ...one!, domains: [{ ...first!, measured: null }, ...rest] }])!.n,
    ).toBe(5)
  })

  test('a domain without requests need not be measured, but one of them must be busy', () => {
    const quiet = (load: CalibrationWindow['load']) => ({
      ...one!,
      load,
      domains: one!.domains.slice(1),
    })
    expect(residual([...five, quiet(paperLoad([0, 30, 100]))])!.n).toBe(6)
    expect(residual([...five, { ...one!, load: paperLoad([0, 0, 0]) }])!.n).toBe(5)
  })

  test('a window beyond saturation does not', () => {
    expect(residual([...five, { ...one!, load: paperLoad([90, 90, 340]) }])!.n).toBe(5)
  })

  test('times twice as long in one of six windows raise the ratio by a sixth', () => {
    expect(residual([...five, measuredTimes(one!, 2)])!.ratio).toBeCloseTo(7 / 6, 6)
  })
})
