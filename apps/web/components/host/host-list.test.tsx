import { listHosts } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomain, aHost, aSummary } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { HostList } from './host-list.tsx'

const reader = userWith(['hosts:read'])

it('shows that it is loading', () => {
  expect(render(<HostList />).text).toBe('Loading the hosts')
})

it('shows each host with its verdict, connection, scheduler and existing domains', () => {
  const domains = [aDomain('vm1'), aDomain('vm2'), aDomain('vm3', { gone: true })]
  const hosts = [
    aHost({ domains, isSample: true, verdict: 'ok', latestAnalysis: aSummary() }),
    aHost({
      id: 'b',
      name: 'xen-2',
      domains: [],
      scheduler: null,
      connection: { state: 'failing' },
    }),
  ]
  const { html } = render(<HostList />, { known: [firstPage(listHosts, {}, hosts)] })
  expect(rowsOf(html).slice(1)).toEqual([
    ['xen-1 sample', 'OK', 'Connected', 'credit2', '2', '2 hours ago'],
    ['xen-2', 'No verdict yet', 'Connection failing', '–', '0', '–'],
  ])
})

it('offers further pages where there are any', () => {
  const more = render(<HostList />, { known: [firstPage(listHosts, {}, [aHost()], 'next')] })
  expect(more.buttons).toContain('Show more')
  const all = render(<HostList />, { known: [firstPage(listHosts, {}, [aHost()])] })
  expect(all.buttons).not.toContain('Show more')
})

it('explains how to begin to users with the permission', () => {
  const known = [firstPage(listHosts, {}, [])]
  expect(render(<HostList />, { known }).links).toEqual({ 'Add a host': '/hosts/new' })
  const { text, links } = render(<HostList />, { known, user: reader })
  expect(text).toContain('No hosts yet')
  expect(links).toEqual({})
})

it('shows what could not be loaded', () => {
  const { text, buttons } = render(<HostList />, { known: [refusedPage(listHosts, {})] })
  expect(text).toContain('The hosts could not be loaded The API said no. Request r-1')
  expect(buttons).toEqual(['Try again'])
})
