import { expect, it } from 'vitest'
import { oneUnitFor } from './one-unit.ts'

it('writes milliseconds: measured to three digits, predicted to two, targets as set', () => {
  const { unit, measured, predicted, target } = oneUnitFor([59.34, 212, null])
  expect(unit).toBe('ms')
  expect([measured(59.34), predicted(59.34), target(37.5)]).toEqual(['59.3', '59', '37.5'])
  expect([predicted(7.04), predicted(152), predicted(0.2), predicted(0)]).toEqual([
    '7.0',
    '150',
    '0.20',
    '0',
  ])
  expect(measured(null)).toBe('–')
})

it('writes every time in seconds once one of them takes ten', () => {
  const { unit, measured, predicted, target } = oneUnitFor([59.34, 12_340])
  expect(unit).toBe('s')
  expect([measured(59.34), predicted(12_340), target(80)]).toEqual(['0.059', '12', '0.08'])
})
