import type { RequestPart } from '@steelyard/contract'
import { DOMAIN_0 } from '@steelyard/contract/plain'
import type { GuestLook } from '../charts/palette.ts'

/** What is less to the point: work for other requests, work while the guest slept, sleep. */
const paler = (color: string) => `color-mix(in srgb, ${color} 45%, var(--surface))`

/** The colours of the requests of a guest. */
export interface RequestColors {
  states: Record<'runs' | 'shares' | 'waits' | 'parked' | 'sleeps', string>
  /** Who had a pCPU; null for an idle one. */
  of: (domain: string | null) => string
}

export function requestColors(guest: string, lookOf: GuestLook): RequestColors {
  const own = lookOf(guest).color
  return {
    states: {
      runs: own,
      shares: paler(own),
      waits: 'var(--ink)',
      parked: 'var(--line-strong)',
      sleeps: paler('var(--line-strong)'),
    },
    of: (domain) => (domain === null ? 'var(--line)' : lookOf(domain).color),
  }
}

export function partColor(
  { kind, domain }: Pick<RequestPart, 'kind' | 'domain'>,
  { states, of }: RequestColors,
): string {
  switch (kind) {
    case 'runs':
      return states.runs
    case 'queues':
      return states.shares
    case 'waits':
      return of(domain)
    case 'parked':
      return states.parked
    case 'domain-0':
      return paler(of(DOMAIN_0))
    case 'sleeps':
      return states.sleeps
  }
}
