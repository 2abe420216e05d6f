import { LOCALE } from '@steelyard/contract/format'
import { shownTimeZone } from './format/first-paint.ts'

/**
 * Converts RFC 3339 to the value of a `datetime-local` input, by the clock that the page shows, to the
 * second.
 */
export function toLocalInput(timestamp: string | null): string {
  if (!timestamp) return ''
  // Sweden writes a date and a time as such an input has them.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: shownTimeZone(),
  })
  return format.format(new Date(timestamp)).replace(' ', 'T')
}

/**
 * Converts the value of a `datetime-local` input, by the clock that the page shows, to RFC 3339 in
 * UTC. Null when it is empty or incomplete.
 */
export function fromLocalInput(value: string): string | null {
  const read = Date.parse(`${value}Z`)
  if (Number.isNaN(read)) return null
  // The offset is asked for again where it leads, because it may change in between.
  const near = read - offsetMs(read)
  return new Date(read - offsetMs(near)).toISOString()
}

/** The value of a `date`, `datetime-local` or `time` input as pages write it; empty when it is incomplete. */
export function inputInWords(value: string): string {
  if (!value.includes('-')) return value // a time of day
  const at = Date.parse(value.includes('T') ? `${value}Z` : value)
  if (Number.isNaN(at)) return ''
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(value.includes('T') ? clock : {}),
    ...(/:\d\d:\d\d/.test(value) ? { second: '2-digit' } : {}),
    timeZone: 'UTC',
  }).format(at)
}

/** How much the clock that the page shows is ahead of UTC at an instant. */
export function offsetMs(at: number): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${toLocalInput(new Date(second).toISOString())}Z`) - second
}
