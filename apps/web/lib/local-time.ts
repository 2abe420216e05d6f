import { shownTimeZone } from './format/first-paint.ts'

/**
 * Converts RFC 3339 to the value of a `datetime-local` input, in the reader's time zone, to the
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
 * Converts the value of a `datetime-local` input to RFC 3339 in UTC. Null when it is empty or
 * incomplete.
 */
export function fromLocalInput(value: string): string | null {
  if (!value) return null
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
