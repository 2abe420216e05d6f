import type { Ranking } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { ErrorTable } from './error-table.tsx'
import type { ErrorRow } from './estimator-errors.ts'

const row = (
  estimator: ErrorRow['estimator'],
  medianApe: number | null,
  more: Partial<ErrorRow> = {},
): ErrorRow => ({
  estimator,
  windows: 63,
  medianApe,
  mape: medianApe === null ? null : 1.5 * medianApe,
  biasMs: medianApe === null ? null : -1.2,
  forecasts: true,
  note: null,
  notValid: [],
  ...more,
})
const rows = [
  row('measured-wait', 0.05, { forecasts: false, note: 'It diagnoses.' }),
  row('sdps', 0.12, { notValid: ['19 of 63 lie outside.'] }),
  row('delay-aware', 2.27),
  row('sandpiper', null, { windows: 0 }),
]
const ranking: Ranking = { used: 'delay-aware', best: 'sdps', reason: '', estimators: [] }
const { html } = render(<ErrorTable rows={rows} ranking={ranking} />)
const shown = rowsOf(html)
const rowOf = (name: string) => shown.find(([first]) => first?.startsWith(name))!
const noteAfter = (name: string) => shown[shown.indexOf(rowOf(name)) + 1]
const [sdps, delayAware] = [rowOf('Queueing formula'), rowOf('Delay-aware')]

it('names the one in use and the closest one, even if they differ', () => {
  expect(sdps[0]).toContain('closest on this recording')
  expect(sdps[0]).not.toContain('used for the verdict')
  expect(delayAware[0]).toContain('used for the verdict')
  expect(delayAware[0]).not.toContain('closest')
})

it('shows every error in numbers', () => {
  expect(sdps.slice(2)).toEqual(['12 %', '18 %', '−1.20 ms', '63'])
})

it('tells what to know about an estimator, and which answers it does not vouch for', () => {
  expect(noteAfter('Queueing')).toEqual(['What to know about sdps. 19 of 63 lie outside.'])
  expect(noteAfter('Measured wait')).toEqual(['It diagnoses.'])
})

it('names estimators that cannot forecast, and those that could not be compared', () => {
  expect(rowOf('Measured wait')[0]).toContain('cannot forecast')
  expect(rowOf('SandPiper').slice(2)).toEqual(['not comparable', '–', '–', '0'])
})

it('fills a bar as far as its figure says, up to 100 %', () => {
  const widths = [...html.matchAll(/width:([\d.]+)%/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([5, 12, 100])
})
