/**
 * Every number the dashboard shows is written here: one LOCALE, units always beside the value,
 * three significant digits for what was measured or worked out, what somebody chose (a target, a
 * cap) as it was chosen, an en dash for what is not known.
 */
const LOCALE = 'en-GB'
const UNKNOWN = '–'

type Maybe = number | null | undefined

function isKnown(value: Maybe): value is number {
  return value !== null && value !== undefined && Number.isFinite(value)
}

/**
 * Three significant digits with the zeros at their end, so that figures can be compared: 0.120, 5.00,
 * 54.0. Whole numbers are never rounded away (1,234), and nothing is finer than a thousandth.
 */
function significant(value: number): string {
  const magnitude = Math.abs(value)
  if (magnitude < 0.0005) return '0'
  const precision =
    magnitude >= 100
      ? { maximumFractionDigits: 0 }
      : magnitude >= 0.9995
        ? { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }
        : { minimumFractionDigits: 3, maximumFractionDigits: 3 }
  return new Intl.NumberFormat(LOCALE, precision).format(value)
}

/** A number as somebody chose it: 80, 37.5. */
function chosen(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value)
}

/** The number and the unit apart, for figures that set them in different sizes. */
export function splitMs(
  milliseconds: Maybe,
  write: (value: number) => string = significant,
): { value: string; unit: string } {
  if (!isKnown(milliseconds)) return { value: UNKNOWN, unit: '' }
  if (Math.abs(milliseconds) >= 10_000) return { value: write(milliseconds / 1000), unit: 's' }
  return { value: write(milliseconds), unit: 'ms' }
}

/** 19.6 ms; from ten seconds on in seconds. */
export function formatMs(milliseconds: Maybe): string {
  return joinMs(splitMs(milliseconds))
}

/** An SLA target, as it was set: 80 ms */
export function formatTargetMs(milliseconds: Maybe): string {
  return joinMs(splitMs(milliseconds, chosen))
}

function joinMs({ value, unit }: { value: string; unit: string }): string {
  return unit ? `${value} ${unit}` : value
}

/** +3.2 ms or −3.2 ms, with a true minus sign. */
export function formatSignedMs(milliseconds: Maybe): string {
  if (!isKnown(milliseconds)) return UNKNOWN
  return signOf(milliseconds) + formatMs(Math.abs(milliseconds))
}

/** 0.123, 12.3, 1,234. */
export function formatNumber(value: Maybe): string {
  return isKnown(value) ? significant(value) : UNKNOWN
}

/** A number as somebody chose it, or a round one beside an axis: 0.05, 2.5, 50, 1,000 */
export function formatChosen(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** +0.12 or −3.40 */
export function formatSignedNumber(value: Maybe): string {
  return isKnown(value) ? signOf(value) + significant(Math.abs(value)) : UNKNOWN
}

/** 1,234 */
export function formatCount(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** "1 domain", "3 domains" */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** Events per second: 151.5/s */
export function formatRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${significant(perSecond)}/s` : UNKNOWN
}

/** A throughput target, as it was set: 50/s */
export function formatTargetRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${chosen(perSecond)}/s` : UNKNOWN
}

/** A fraction as a percentage: 0.123 -> 12.3 % */
export function formatPercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${significant(fraction * 100)} %` : UNKNOWN
}

/** Whole percent, for a cap and for how much is done: 0.5 -> 50 % */
export function formatWholePercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${chosen(Math.round(fraction * 100))} %` : UNKNOWN
}

export function formatSignedPercent(fraction: Maybe): string {
  if (!isKnown(fraction)) return UNKNOWN
  return signOf(fraction) + formatPercent(Math.abs(fraction))
}

/** A share of the CPU: 0.350 */
export function formatShare(share: Maybe): string {
  return isKnown(share) ? significant(share) : UNKNOWN
}

/** A factor on a load: ×0.80, ×1.25 */
export function formatFactor(factor: Maybe): string {
  if (!isKnown(factor)) return UNKNOWN
  return `×${new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(factor)}`
}

/** From one bound to the other, the unit once: 51.2 to 57.1 ms */
export function formatRangeMs(lowMs: Maybe, highMs: Maybe): string {
  const low = splitMs(lowMs)
  const high = splitMs(highMs)
  if (low.unit !== high.unit) return `${joinMs(low)} to ${joinMs(high)}`
  return `${low.value} to ${joinMs(high)}`
}

/**
 * A value with its standard error, which decides how many decimals both have: 4.21 ± 0.08. Two
 * digits of an error are all that anybody can know of it.
 */
export function formatUncertain(value: Maybe, standardError: Maybe): string {
  if (!isKnown(value)) return UNKNOWN
  if (!isKnown(standardError)) return significant(value)
  const fine = standardError > 0 ? 1 - Math.floor(Math.log10(standardError)) : 3
  const decimals = Math.min(3, Math.max(0, fine))
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const write = (each: number) => new Intl.NumberFormat(LOCALE, digits).format(each)
  return `${write(value)} ± ${write(standardError)}`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** Decimal units, as file managers and disks count: 4.20 MB */
export function formatBytes(bytes: Maybe): string {
  if (!isKnown(bytes)) return UNKNOWN
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 ? value : significant(value)} ${byteUnits[unit]}`
}

/** 45 s, 3 min 20 s, 2 h 5 min */
export function formatDuration(seconds: Maybe): string {
  if (!isKnown(seconds)) return UNKNOWN
  const whole = Math.round(seconds)
  if (seconds < 10 && seconds !== whole) return `${significant(seconds)} s`
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return joined([minutes, 'min'], [whole % 60, 's'])
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return joined([hours, 'h'], [minutes % 60, 'min'])
  return joined([Math.floor(hours / 24), 'd'], [hours % 24, 'h'])
}

function joined(...parts: [number, string][]): string {
  return parts
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

/** 21 Nov 2026, 14:05 in the reader's time zone. */
export function formatDateTime(timestamp: string | null | undefined): string {
  if (!timestamp) return UNKNOWN
  return new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(timestamp))
}

/** 14:05:30 in the reader's time zone. */
export function formatClock(timestamp: string | number | null | undefined): string {
  if (timestamp === null || timestamp === undefined) return UNKNOWN
  return new Intl.DateTimeFormat(LOCALE, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(timestamp))
}

/** "just now", "5 minutes ago", "in 3 days" */
export function formatRelative(timestamp: string | null | undefined, now = Date.now()): string {
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

function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : ''
}
