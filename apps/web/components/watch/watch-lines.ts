import type { WatchSeries } from '@steelyard/contract'
import { COLOR_COUNT, colorAt } from '../charts/palette.ts'

/** How a domain is drawn over time. */
export interface WatchLine {
  domain: string
  color: string
  dash: string | undefined
  targetMs: number | null
}

const DASHES = [undefined, '7 4', '2 3'] as const

/** A line for each domain: once the colours repeat, dashes tell the domains apart. */
export function watchLines(domains: WatchSeries['domains']): WatchLine[] {
  return domains.map(({ domain, targetMs }, index) => ({
    domain,
    targetMs,
    color: colorAt(index),
    dash: DASHES[Math.floor(index / COLOR_COUNT) % DASHES.length],
  }))
}
