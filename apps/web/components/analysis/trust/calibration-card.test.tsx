import type { Calibration, Figure } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { CalibrationCard } from './calibration-card.tsx'

const figure = (value: number, unit: Figure['unit'], standardError: number | null = null) => ({
  value,
  unit,
  standardError,
})
const calibration: Calibration = {
  domains: [
    {
      domain: 'vm1',
      serviceTimeCpu: figure(4.2137, 'ms', 0.0812),
      serviceTimeLog: null,
      serviceTimeScv: figure(1.5, 'ratio'),
      arrivalScv: figure(0.9, 'ratio', 0.11),
    },
  ],
  domain0: { perRequest: figure(0.4, 'ms', 0.02), background: figure(0.1234, 'fraction', 0.0041) },
  coefficients: [{ name: 'a', value: 1.2, standardError: 0.1, meaning: 'of the VM delay' }],
  windows: 1,
  notes: ['Few windows.'],
}
const card = (more: Partial<Calibration> = {}) =>
  render(<CalibrationCard calibration={{ ...calibration, ...more }} />)

it('shows every figure with its unit and its standard error, as far as either is known', () => {
  expect(rowsOf(card().html).slice(1)).toEqual([
    ['vm1', '4.214 ± 0.081 ms', 'not known', '1.50', '0.90 ± 0.11'],
    ['Domain-0', '0.400 ± 0.020 ms', 'and 12.34 ± 0.41 % of one pCPU without requests'],
  ])
})

it('states the number of windows', () => {
  expect(card().text).toContain('Estimated from 1 window of this recording')
  expect(card({ windows: 30 }).text).toContain('Estimated from 30 windows')
})

it('names coefficients and notes where there are any', () => {
  expect(card().text).toContain('a 1.20 ± 0.10 of the VM delay')
  expect(card().text).toContain('Few windows.')
  const bare = card({ coefficients: null, notes: [] })
  expect(bare.text).not.toContain('Coefficients')
  expect(card({ coefficients: [] }).text).not.toContain('Coefficients')
})
