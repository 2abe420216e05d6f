import { expect, it } from 'vitest'
import { aFleetHost } from '../../lib/testing/fixtures.ts'
import { filterHosts, filterOf, tagsOfFleet } from './filter-hosts.ts'

const hosts = [
  aFleetHost({ name: 'xen-eu-1', tags: ['eu', 'web'] }),
  aFleetHost({ name: 'xen-us-1', tags: ['us'], verdict: 'meets', drifted: true }),
  aFleetHost({ name: 'new', tags: [], verdict: null, domains: [] }),
]
const shown = (query: string) =>
  filterHosts(hosts, filterOf(new URLSearchParams(query))).map(({ name }) => name)

it.each([
  ['', ['xen-eu-1', 'xen-us-1', 'new']],
  ['q=XEN', ['xen-eu-1', 'xen-us-1']],
  ['q=xen web', ['xen-eu-1']],
  ['q=vm2', ['xen-eu-1', 'xen-us-1']],
  ['verdict=meets', ['xen-us-1']],
  ['verdict=none', ['new']],
  ['drift=yes', ['xen-us-1']],
  ['tag=eu', ['xen-eu-1']],
  ['tag=eu&verdict=meets', []],
])('"%s" shows %j', (query, names) => {
  expect(shown(query)).toEqual(names)
})

it('knows every tag once', () => {
  expect(tagsOfFleet(hosts)).toEqual(['eu', 'us', 'web'])
})
