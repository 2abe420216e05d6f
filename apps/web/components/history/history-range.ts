const HOUR_MS = 3_600_000

export const rangePresets = [
  { value: 'all', label: 'All' },
  { value: '24h', label: '24 h', ms: 24 * HOUR_MS },
  { value: '7d', label: '7 d', ms: 7 * 24 * HOUR_MS },
  { value: '30d', label: '30 d', ms: 30 * 24 * HOUR_MS },
] as const

export type RangePreset = (typeof rangePresets)[number]['value']

export interface HistoryRange {
  /** Null when the days were chosen one by one. */
  preset: RangePreset | null
  /** Days such as 2026-11-23, as the address has them. */
  from: string
  to: string
  holds(timestamp: string): boolean
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The range that an address asks for: some days, or a preset that ends now. */
export function historyRange(params: Pick<URLSearchParams, 'get'>, now: number): HistoryRange {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = params.get(name) ?? ''
    return DAY.test(day) ? day : ''
  }) as [string, string]
  if (from || to) {
    // Days are those of the viewer's calendar, and the last one counts to its end.
    const first = from ? new Date(`${from}T00:00`).getTime() : -Infinity
    const last = to ? new Date(`${to}T24:00`).getTime() : Infinity
    return { preset: null, from, to, holds: between(first, last) }
  }
  const asked = rangePresets.find(({ value }) => value === params.get('range')) ?? rangePresets[0]
  const first = 'ms' in asked ? now - asked.ms : -Infinity
  return { preset: asked.value, from: '', to: '', holds: between(first, Infinity) }
}

function between(first: number, last: number) {
  return (timestamp: string) => {
    const at = Date.parse(timestamp)
    return at >= first && at < last
  }
}
