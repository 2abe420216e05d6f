import type { WatchSeries } from '@steelyard/contract'
import type { GuestLook, LineLook } from '../charts/palette.ts'

/** How a domain is drawn over time. */
export interface WatchLine extends LineLook {
  domain: string
  targetMs: number | null
}

export function watchLines(domains: WatchSeries['domains'], lookOf: GuestLook): WatchLine[] {
  return domains.map(({ domain, targetMs }) => ({ domain, targetMs, ...lookOf(domain) }))
}
