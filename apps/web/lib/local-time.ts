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

/** How much the clock that the page shows is ahead of UTC at an instant. */
export function offsetMs(at: number): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${toLocalInput(new Date(second).toISOString())}Z`) - second
}
