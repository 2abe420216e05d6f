import { Calibration } from '@steelyard/contract'
import type { HostCalibration } from '@steelyard/model'
import { expect, it } from 'vitest'
import { presentCalibration } from './present-calibration.ts'

const found: HostCalibration = {
  domains: [
    {
      name: 'vm1',
      serviceTimeSeconds: { value: 0.0064, standardError: 0.0001, n: 20 },
      backgroundUtilisation: { value: 0.01, standardError: 0.002, n: 20 },
      calmLogSeconds: null,
      arrivalScv: { value: 1.1, standardError: Number.POSITIVE_INFINITY, n: 900 },
      serviceTimeScv: { value: 0.2, standardError: 0.05, n: 20 },
    },
  ],
  domain0: {
    requestCostSeconds: { value: 0.0003, standardError: null, n: 20 },
    backgroundUtilisation: null,
    wakeDelaySeconds: null,
  },
  delayAware: {
    coefficients: { alpha: 1, beta: 0.5, gamma: 0 },
    standardErrors: { alpha: 0.1, beta: 0.2, gamma: 0 },
    n: 60,
    crossValidated: { medianApe: 0.1, meanApe: 0.12 },
    blocks: [],
  },
}

it('converts seconds and their errors to milliseconds, and leaves ratios unchanged', () => {
  const shown = Calibration.parse(presentCalibration(found, 21))
  expect(shown).toMatchObject({ windows: 21 })
  expect(shown.domains[0]).toEqual({
    domain: 'vm1',
    serviceTimeCpu: { value: 6.4, standardError: 0.1, unit: 'ms' },
    serviceTimeLog: null,
    serviceTimeScv: { value: 0.2, standardError: 0.05, unit: 'ratio' },
    arrivalScv: { value: 1.1, standardError: null, unit: 'ratio' },
  })
  expect(shown.domain0.perRequest).toEqual({ value: 0.3, standardError: null, unit: 'ms' })
  expect(shown.coefficients!.map(({ name, value }) => [name, value])).toEqual([
    ['alpha', 1],
    ['beta', 0.5],
    ['gamma', 0],
  ])
  expect(shown.notes.join()).toContain('upper bound')
})

it('gives the reason why there are no coefficients', () => {
  const shown = presentCalibration({ ...found, delayAware: { missing: 'Only 3 windows.' } }, 3)
  expect(shown.coefficients).toBeNull()
  expect(shown.notes[0]).toBe('Only 3 windows.')
})
