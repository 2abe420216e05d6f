import { LOCALE, UNKNOWN } from '@steelyard/contract/format'
import { shownNow, shownTimeZone } from './first-paint.ts'

/** Formats a time as 21 Nov 2026, 14:05 CET, in the reader's time zone. */
export function formatDateTime(timestamp: string | null | undefined): string {
  if (!timestamp) return UNKNOWN
  return dateAndTime().format(new Date(timestamp))
}

/** Formats a span as 21 Nov 2026, 14:05–14:09 CET, in the reader's time zone. */
export function formatTimeRange({ from, to }: { from: string; to: string }): string {
  return dateAndTime().formatRange(new Date(from), new Date(to))
}

function dateAndTime(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: shownTimeZone(),
    timeZoneName: 'short',
  })
}

/** Formats the days of a span as 21 Nov 2026 or 21–23 Nov 2026, which the ticks of a short one leave out. */
export function formatDays(from: number, to: number): string {
  const timeZone = shownTimeZone()
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }).formatRange(from, to)
}

/** Formats a time as 21 Nov 2026, 14:05:30 CET, where seconds matter. */
export function formatMoment(timestamp: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: shownTimeZone(),
    timeZoneName: 'short',
  }).format(new Date(timestamp))
}

const ISO_TIMES = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

/** A sentence of the API with its times in the form that all pages have. */
export function withMoments(text: string): string {
  return text.replace(ISO_TIMES, (timestamp) => formatMoment(timestamp))
}

/** Formats a time as 14:05:30 in the reader's time zone. */
export function formatClock(timestamp: string | number | null | undefined): string {
  if (timestamp === null || timestamp === undefined) return UNKNOWN
  return new Intl.DateTimeFormat(LOCALE, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: shownTimeZone(),
  }).format(new Date(timestamp))
}

/** Formats a time as 14:05 in the reader's time zone, or with its date where that is another day than the given one. */
export function formatTimeSince(timestamp: string, since: string): string {
  const zone = { timeZone: shownTimeZone() }
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short', ...zone })
  const format = new Intl.DateTimeFormat(LOCALE, {
    ...(day.format(new Date(timestamp)) === day.format(new Date(since))
      ? {}
      : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  })
  return format.format(new Date(timestamp))
}

/** Formats a time relative to now: "just now", "5 minutes ago", "in 3 days". */
export function formatRelative(timestamp: string | null | undefined, now = shownNow()): string {
  if (!timestamp) return UNKNOWN
  const seconds = (new Date(timestamp).getTime() - now) / 1000
  const magnitude = Math.abs(seconds)
  if (magnitude < 45) return 'just now'
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  if (magnitude < 45 * 60) return relative.format(Math.round(seconds / 60), 'minute')
  if (magnitude < 22 * 3600) return relative.format(Math.round(seconds / 3600), 'hour')
  if (magnitude < 26 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day')
  return relative.format(Math.round(seconds / 2_629_800), 'month')
}

/** The time format for an axis: as fine as its span needs. */
export function timeTickFormat(from: number, to: number): (at: number) => string {
  const seconds = (to - from) / 1000
  const options: Intl.DateTimeFormatOptions =
    seconds <= 900
      ? { hour: '2-digit', minute: '2-digit', second: '2-digit' }
      : seconds <= 2 * 86_400
        ? { hour: '2-digit', minute: '2-digit' }
        : { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
  const format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: shownTimeZone() })
  return (at) => format.format(at)
}
