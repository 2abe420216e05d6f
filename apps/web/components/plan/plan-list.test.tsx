import type { Plan } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aChange, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf } from '../../lib/testing/render.tsx'
import { PlanList } from './plan-list.tsx'

const list = (plans: Plan[], nextCursor: string | null = null) =>
  render(<PlanList />, { known: [firstPage('listPlans', {}, plans, nextCursor)] })

it('shows the state, host, changes and origin of each plan', () => {
  const { html, links } = list([
    aPlan(),
    aPlan({
      id: idOf(52),
      state: 'rolled-back',
      analysisId: idOf(30),
      changes: [aChange('vm1'), aChange('vm2'), aChange('vm3', { changed: false })],
    }),
    aPlan({ id: idOf(53), state: 'failed', origin: 'Real-time assessment', changes: [] }),
  ])
  expect(rowsOf(html)).toEqual([
    ['State', 'Plan', 'Host', 'Changes', 'From'],
    ['Planned', '2 hours ago', 'xen-1', '1 guest', 'set by hand'],
    ['Rolled back', '2 hours ago', 'xen-1', '2 guests', 'an analysis'],
    ['Failed', '2 hours ago', 'xen-1', '0 guests', 'Real-time assessment'],
  ])
  expect(links['2 hours ago']).toBe(`/changes/${idOf(53)}`)
})

it('omits the host on the host’s own page', () => {
  const { html } = render(<PlanList hostId={idOf(1)} />, {
    known: [firstPage('listPlans', { hostId: idOf(1) }, [aPlan()])],
  })
  expect(rowsOf(html)[0]).toEqual(['State', 'Plan', 'Changes', 'From'])
})

it('explains how to make a first plan', () => {
  expect(list([]).text).toContain('No plans yet A plan starts from a recommendation')
})

it('offers older plans while there are any', () => {
  expect(list([aPlan()], 'next').buttons).toContain('Show more')
  expect(list([aPlan()]).buttons).not.toContain('Show more')
})

it('shows that it is loading, or that it could not be loaded', () => {
  expect(render(<PlanList />).text).toBe('Loading the plans')
  const { text, buttons } = render(<PlanList />, { known: [refusedPage('listPlans', {})] })
  expect(text).toContain('Error: The plans could not be loaded The API said no.')
  expect(buttons).toEqual(['Try again'])
})
