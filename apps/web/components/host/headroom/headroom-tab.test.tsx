import type { Forecast, Headroom as HeadroomOf } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomain, aHost, aResult } from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { Headroom } from './headroom-tab.tsx'

const curve = (domain: string, more: Partial<HeadroomOf> = {}): HeadroomOf => ({
  domain,
  breaksAtFactor: 1.5,
  breaksBetween: null,
  limit: 'target',
  statement: 'bears 50 % more load.',
  points: [
    { loadFactor: 0.5, ms: 20, lowMs: 15, highMs: 25 },
    { loadFactor: 1, ms: 40, lowMs: 30, highMs: 50 },
  ],
  ...more,
})
const host = aHost({ domains: [aDomain('vm1'), aDomain('vm2')] })
const headroom = (
  curves: HeadroomOf[],
  search = '',
  headroomState: Forecast['headroomState'] = 'final',
) =>
  render(
    <InHostFrame host={host}>
      <Headroom
        forecast={
          { headroom: curves, headroomState, headroomStatement: 'vm2 breaks first.' } as Forecast
        }
        result={aResult()}
      />
    </InHostFrame>,
    { search },
  )

it('begins with the statement and draws the domain that breaks first', () => {
  const { text, html } = headroom([curve('vm2'), curve('vm1')])
  expect(text).toMatch(/^vm2 breaks first\./)
  expect(text).toContain('vm2 bears 50 % more load.')
  expect([...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual([
    'vm1',
    'vm2',
  ])
})

it('says that a formula answers until the simulation has', () => {
  const curves = [curve('vm2')]
  const shown = (headroomState: Forecast['headroomState']) =>
    headroom(curves, '', headroomState).text
  expect(shown('provisional')).toContain('Provisional, by a formula: vm2 bears')
  expect(shown('final')).not.toContain('Provisional')
})

it('draws the domain that the address names', () => {
  expect(headroom([curve('vm2'), curve('vm1')], 'domain=vm1').text).toContain(
    'vm1 bears 50 % more load.',
  )
})

it('has all curves in numbers, with two digits and one unit', () => {
  expect(rowsOf(headroom([curve('vm2'), curve('vm1')]).html)).toEqual([
    ['Load', 'vm1, ms', 'vm2, ms'],
    ['×0.50', '20', '20'],
    ['×1.00', '40', '40'],
  ])
})

it('says so where nothing can be drawn', () => {
  expect(headroom([curve('vm1', { points: [] })]).text).toBe('vm2 breaks first.')
})
