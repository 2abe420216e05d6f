import type { FleetHost } from '@steelyard/contract'

/** What the address says about which hosts are shown; an empty string means all. */
export interface FleetFilter {
  search: string
  verdict: string
  drift: string
  tag: string
}

export function filterOf(params: Pick<URLSearchParams, 'get'>): FleetFilter {
  const of = (name: string) => params.get(name) ?? ''
  return { search: of('q'), verdict: of('verdict'), drift: of('drift'), tag: of('tag') }
}

/** The hosts that meet every condition; the search looks into names, tags and domains. */
export function filterHosts(hosts: readonly FleetHost[], filter: FleetFilter): FleetHost[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return hosts.filter((host) => {
    const text = [host.name, ...host.tags, ...host.domains.map(({ domain }) => domain)]
      .join(' ')
      .toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (!filter.verdict || (host.verdict ?? 'none') === filter.verdict) &&
      (!filter.drift || host.drifted) &&
      (!filter.tag || host.tags.includes(filter.tag))
    )
  })
}

/** Every tag of the fleet once, in order. */
export function tagsOfFleet(hosts: readonly FleetHost[]): string[] {
  return [...new Set(hosts.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}
