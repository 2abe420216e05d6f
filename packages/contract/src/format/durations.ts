import { chosen, isKnown, LOCALE, type Maybe, significant, signOf, UNKNOWN } from './digits.ts'
import { formatBrief } from './numbers.ts'

/** Splits number and unit, for figures that show them in different sizes. */
export function splitMs(
  milliseconds: Maybe,
  write: (value: number) => string = significant,
): { value: string; unit: string } {
  if (!isKnown(milliseconds)) return { value: UNKNOWN, unit: '' }
  if (Math.abs(milliseconds) >= 10_000) return { value: write(milliseconds / 1000), unit: 's' }
  return { value: write(milliseconds), unit: 'ms' }
}

/** Formats as 19.6 ms; from ten seconds on in seconds. */
export function formatMs(milliseconds: Maybe): string {
  return joinMs(splitMs(milliseconds))
}

/** Formats a predicted time with the two digits that it deserves: 59 ms, 150 ms, 2.1 s. */
export function formatPredictedMs(milliseconds: Maybe): string {
  return joinMs(splitMs(milliseconds, twoDigits))
}

/** Formats a prediction with its interval, the unit once: 59 ms (41 to 86). */
export function formatPrediction(
  prediction: { ms: number; lowMs: number; highMs: number } | null | undefined,
): string {
  if (!prediction) return UNKNOWN
  const inSeconds = prediction.highMs >= 10_000
  const write = (ms: number) => twoDigits(inSeconds ? ms / 1000 : ms)
  const { ms, lowMs, highMs } = prediction
  return `${write(ms)} ${inSeconds ? 's' : 'ms'} (${write(lowMs)} to ${write(highMs)})`
}

/** Two significant digits, also where the second is zero: 7.0, 59, 150. */
export function twoDigits(value: number): string {
  if (Math.abs(value) < 0.0005) return '0'
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }
  return new Intl.NumberFormat(LOCALE, digits).format(value)
}

/** Formats seconds for a sentence: 0.0274 -> 27.4 ms. */
export function formatBriefMs(seconds: number): string {
  return `${formatBrief(seconds * 1000)} ms`
}

/** Formats a time that the user chose, such as a target or a period, as it was set: 80 ms. */
export function formatTargetMs(milliseconds: Maybe): string {
  return joinMs(splitMs(milliseconds, chosen))
}

function joinMs({ value, unit }: { value: string; unit: string }): string {
  return unit ? `${value} ${unit}` : value
}

/** Formats as +3.2 ms or −3.2 ms, with a true minus sign. */
export function formatSignedMs(milliseconds: Maybe): string {
  if (!isKnown(milliseconds)) return UNKNOWN
  return signOf(milliseconds) + formatMs(Math.abs(milliseconds))
}

/** Formats a range with the unit once: 51.2 to 57.1 ms. */
export function formatRangeMs(lowMs: Maybe, highMs: Maybe): string {
  const low = splitMs(lowMs)
  const high = splitMs(highMs)
  if (low.unit !== high.unit) return `${joinMs(low)} to ${joinMs(high)}`
  return `${low.value} to ${joinMs(high)}`
}

/** Formats a moment as the time since a start, to the millisecond: 3.214 s, 12.500 s. */
export function formatOffset(seconds: Maybe): string {
  if (!isKnown(seconds)) return UNKNOWN
  const digits = { minimumFractionDigits: 3, maximumFractionDigits: 3 }
  return `${new Intl.NumberFormat(LOCALE, digits).format(seconds)} s`
}

/** Formats as 45 s, 3 min 20 s, 2 h 5 min. */
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
