import type { Permission } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aFleetHost, aPlan, aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { entriesOf, findEntries } from './entries.ts'

const all = (hostId: string | null = null, permissions: Permission[] = []) =>
  entriesOf({
    hostId,
    hosts: [aFleetHost({ tags: ['web'] }), aFleetHost({ id: idOf(2), name: 'lab-box' })],
    recordings: [aSummary({ name: 'Monday' })],
    plans: [aPlan()],
    permissions,
  })
const labels = (text: string, ...of: Parameters<typeof all>) =>
  findEntries(all(...of), text).map(({ label }) => label)
const hrefOf = (label: string) => all(idOf(1)).find((entry) => entry.label === label)?.target

it('lists the tabs of the open host first, and none of them elsewhere', () => {
  expect(labels('', idOf(1))[0]).toBe('Now')
  expect(labels('headroom', idOf(1))).toEqual(['Headroom'])
  expect(labels('headroom')).toEqual([])
})

it('leads to hosts, recordings and changes', () => {
  expect(hrefOf('xen-1')).toEqual({ href: `/hosts/${idOf(1)}` })
  expect(hrefOf('Monday')).toEqual({ href: `/hosts/${idOf(1)}?recording=${idOf(30)}` })
  expect(hrefOf(`Plan for ${aPlan().hostName}`)).toEqual({ href: `/changes/${aPlan().id}` })
  expect(hrefOf('Evidence')).toEqual({ href: `/hosts/${idOf(1)}/evidence` })
})

it('finds by words of name, hint and kind; what begins with the text comes first', () => {
  expect(labels('WEB hosts')).toEqual(['xen-1'])
  expect(labels('lab').slice(0, 2)).toEqual(['lab-box', 'Lab'])
  expect(labels('dark')).toEqual(['Dark theme'])
  expect(labels('nowhere')).toEqual([])
})

it('offers only what the user may do', () => {
  expect(labels('new recording')).toEqual([])
  expect(labels('new recording', null, ['uploads:write'])).toEqual(['New recording'])
  expect(labels('audit')).toEqual([])
  expect(labels('audit', null, ['audit:read'])).toEqual(['Audit'])
})

it('stops everything, for whoever may change hosts', () => {
  expect(labels('stop')).toEqual(['Policies'])
  const [stop] = findEntries(all(null, ['plans:apply']), 'stop everything')
  expect(stop?.target).toEqual({ asks: 'to-stop' })
})

it('gives every entry an id of its own', () => {
  const ids = all(idOf(1), ['uploads:write', 'hosts:write', 'audit:read']).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('finds guests, settings and help by the words that people look for', () => {
  const found = (text: string) =>
    findEntries(all(idOf(1), ['people:manage', 'audit:read']), text).map(({ label }) => label)
  const [guest] = aFleetHost().domains
  expect(found(guest!.domain)[0]).toBe(guest!.domain)
  expect(found('invite')).toEqual(['People'])
  expect(found('time zone')).toEqual(['Policies', 'Times and time zones'])
  expect(found('docs')).toContain('All documents')
  expect(found('help')[0]).toBe('Help for this page')
  expect(found('targets')).toEqual(['Settings: Guests'])
})
