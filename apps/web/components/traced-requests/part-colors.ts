import type { RequestPart } from '@steelyard/contract'

/** Neighbours of the guest in the order in which they are met; further ones begin again. */
const NEIGHBOURS = [
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
  'var(--series-1)',
  'var(--series-8)',
  'var(--series-3)',
] as const
const GUEST = 'var(--accent)'
const DOMAIN_0 = 'var(--part-domain0-delay)'
const NOBODY = 'var(--series-7)'

/** What is less to the point: work for other requests, work while the guest slept, sleep. */
const paler = (color: string) => `color-mix(in srgb, ${color} 45%, var(--surface))`

export const stateColors = {
  runs: GUEST,
  shares: paler(GUEST),
  waits: 'var(--ink)',
  parked: 'var(--line-strong)',
  sleeps: paler('var(--line-strong)'),
} as const

export type ColorOf = (domain: string | null) => string

/** A colour for each domain, the same in every picture; more names at the end change no other. */
export function domainColors(guest: string, domains: Iterable<string | null>): ColorOf {
  const neighbours = [...new Set(domains)].filter(
    (name) => name !== null && name !== guest && name !== 'Domain-0',
  )
  return (domain) => {
    if (domain === null) return NOBODY
    if (domain === guest) return GUEST
    if (domain === 'Domain-0') return DOMAIN_0
    return NEIGHBOURS[neighbours.indexOf(domain) % NEIGHBOURS.length] as string
  }
}

export function partColor(
  { kind, domain }: Pick<RequestPart, 'kind' | 'domain'>,
  colorOf: ColorOf,
): string {
  switch (kind) {
    case 'runs':
      return stateColors.runs
    case 'queues':
      return stateColors.shares
    case 'waits':
      return colorOf(domain)
    case 'parked':
      return stateColors.parked
    case 'domain-0':
      return paler(DOMAIN_0)
    case 'sleeps':
      return stateColors.sleeps
  }
}
