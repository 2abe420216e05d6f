import { expect, it } from 'vitest'
import { estimators } from '../../lib/testing/estimators.ts'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import type { ChartRow } from './chart-rows.ts'
import { seriesStyles } from './series-style.ts'
import { WindowTip } from './window-tip.tsx'

const { styleOf } = seriesStyles(estimators)
const at = Date.UTC(2026, 10, 20, 16, 25, 0)
const row: ChartRow = {
  at,
  arrivalRatePerSecond: 45,
  valuesMs: { measured: 40, sdps: 50 },
  notValid: [],
  saturated: [],
}
const band = { from: at - 1, to: at + 1, short: '1', label: 'Phase 1' }

it('shows one window in numbers, estimates with their errors', () => {
  const { html, text } = render(
    <WindowTip row={row} shown={['measured', 'sdps', 'twin']} bands={[band]} styleOf={styleOf} />,
  )
  expect(text).toMatch(/^\d\d:25:00 · Phase 1 45\.0\/s arrival rate/)
  expect(rowsOf(html)).toEqual([
    ['Measured', '40.0 ms', ''],
    ['Queueing formula', '50.0 ms', '+25 %'],
    ['Simulation', '–', ''],
  ])
})

it('shows no error where nothing was measured, and no phase between phases', () => {
  const unmeasured = { ...row, valuesMs: { sdps: 50 } }
  const { html, text } = render(
    <WindowTip row={unmeasured} shown={['sdps']} bands={[]} styleOf={styleOf} />,
  )
  expect(rowsOf(html)).toEqual([['Queueing formula', '50.0 ms', '']])
  expect(text).not.toContain('Phase')
})
