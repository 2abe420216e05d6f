import type { TimeRange } from '@steelyard/contract'
import type { z } from 'zod'
import { changedQuery } from '../changed-query.ts'
import type { Span } from './span.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Each moves on in steps, so that one page does not ask for another range with every second. */
export const watchPresets = [
  { value: '1h', label: '1 h', ms: HOUR_MS, stepMs: MINUTE_MS },
  { value: '6h', label: '6 h', ms: 6 * HOUR_MS, stepMs: MINUTE_MS },
  { value: '24h', label: '24 h', ms: DAY_MS, stepMs: 5 * MINUTE_MS },
  { value: '7d', label: '7 d', ms: 7 * DAY_MS, stepMs: 30 * MINUTE_MS },
  { value: '30d', label: '30 d', ms: 30 * DAY_MS, stepMs: 2 * HOUR_MS },
] as const

export type WatchPreset = (typeof watchPresets)[number]['value']

export interface WatchRange extends Span {
  /** Null where both ends were chosen. */
  preset: WatchPreset | null
}

/** The range of a watch that an address asks for: two instants, or a preset that ends now. */
export function watchRange(params: Pick<URLSearchParams, 'get'>, now: number): WatchRange {
  const from = Date.parse(params.get('watchedFrom') ?? '')
  const to = Date.parse(params.get('watchedTo') ?? '')
  if (from < to) return { preset: null, from, to }
  const asked = params.get('watched')
  const preset = watchPresets.find(({ value }) => value === asked) ?? watchPresets[2]
  const end = Math.ceil(now / preset.stepMs) * preset.stepMs
  return { preset: preset.value, from: end - preset.ms, to: end }
}

/** What the address says of two instants. */
export function paramsOf({ from, to }: Span) {
  return {
    watched: undefined,
    watchedFrom: new Date(from).toISOString(),
    watchedTo: new Date(to).toISOString(),
  }
}

/** The query of the address that shows what was watched in a range. */
export function watchQuery({ from, to }: z.infer<typeof TimeRange>): string {
  return changedQuery('', paramsOf({ from: Date.parse(from), to: Date.parse(to) }))
}
