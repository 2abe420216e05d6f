import { expect, test } from 'vitest'
import { calibrate } from '../calibration/calibrate.ts'
import type { CalibrationWindow } from '../calibration/calibration.ts'
import { sdps } from '../estimators/sdps/sdps.ts'
import type { Weights } from '../load/weights.ts'
import { paperLoad } from '../paper-loads.fixture.ts'
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
