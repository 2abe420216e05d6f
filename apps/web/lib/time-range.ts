import type { TimeRange as Instants } from '@steelyard/contract'
import type { z } from 'zod'
import { changedQuery } from './changed-query.ts'
import type { Span } from './span.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The last instant that a date can name, so that a range of everything has an end too. */
const LAST_MS = 8.64e15

/** Each moves on in steps, so that one page does not ask for another range with every second. */
const endingNow = [
  { value: '1h', label: '1 h', ms: HOUR_MS, stepMs: MINUTE_MS },
  { value: '6h', label: '6 h', ms: 6 * HOUR_MS, stepMs: MINUTE_MS },
  { value: '24h', label: '24 h', ms: DAY_MS, stepMs: 5 * MINUTE_MS },
  { value: '7d', label: '7 d', ms: 7 * DAY_MS, stepMs: 30 * MINUTE_MS },
  { value: '30d', label: '30 d', ms: 30 * DAY_MS, stepMs: 2 * HOUR_MS },
] as const

export const timePresets = [...endingNow, { value: 'all', label: 'All' }] as const

export type TimePreset = (typeof timePresets)[number]['value']

export interface TimeRange extends Span {
  /** Null where both ends were chosen. */
  preset: TimePreset | null
}

/** The range that an address asks for, two instants or a preset; null where it asks for none. */
export function askedRange(params: Pick<URLSearchParams, 'get'>, now: number): TimeRange | null {
  const from = Date.parse(params.get('from') ?? '')
  const to = Date.parse(params.get('to') ?? '')
  if (from < to) return { preset: null, from, to }
  const asked = timePresets.find(({ value }) => value === params.get('range'))
  return asked ? presetRange(asked.value, now) : null
}

function presetRange(preset: TimePreset, now: number): TimeRange {
  const found = endingNow.find(({ value }) => value === preset)
  if (!found) return { preset, from: 0, to: LAST_MS }
  const to = Math.ceil(now / found.stepMs) * found.stepMs
  return { preset, from: to - found.ms, to }
}

/** What pages about recordings show: all of them, unless the address asks for less. */
export function recordedRange(params: Pick<URLSearchParams, 'get'>, now: number): TimeRange {
  return askedRange(params, now) ?? presetRange('all', now)
}

/** What History shows: the last day of a host that is watched, or else all that was recorded. */
export function historyRange(
  params: Pick<URLSearchParams, 'get'>,
  now: number,
  isWatched: boolean,
): TimeRange {
  if (!isWatched) return recordedRange(params, now)
  return askedRange(params, now) ?? presetRange('24h', now)
}

/** The part of a range in which a host can have been watched. */
export function watchedPart(range: TimeRange, { createdAt }: { createdAt: string }, now: number) {
  if (range.preset !== 'all') return { from: range.from, to: range.to }
  const { to } = presetRange('30d', now)
  return { from: Math.min(Date.parse(createdAt), to - HOUR_MS), to }
}

/** What the address says of two instants. */
export function paramsOf({ from, to }: Span) {
  return {
    range: undefined,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
}

/** The query of the address that shows a range. */
export function rangeQuery({ from, to }: z.infer<typeof Instants>): string {
  return changedQuery('', paramsOf({ from: Date.parse(from), to: Date.parse(to) }))
}

/** The parts of an address that pages of one host pass on to each other: when, and by which clock. */
const PASSED_ON = ['range', 'from', 'to', 'zone'] as const

/** A path with the range and the zone of the address that leads there. */
export function withRange(path: string, params: Pick<URLSearchParams, 'get'>): string {
  const [route = '', query = ''] = path.split('?')
  const passed = PASSED_ON.map((name) => [name, params.get(name) ?? undefined])
  return route + changedQuery(query, Object.fromEntries(passed))
}
