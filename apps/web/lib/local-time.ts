/**
 * Converts RFC 3339 to the value of a `datetime-local` input, in the reader's time zone, to the
 * second.
 */
export function toLocalInput(timestamp: string | null): string {
  if (!timestamp) return ''
  const at = new Date(timestamp)
  const pad = (value: number) => String(value).padStart(2, '0')
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
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
