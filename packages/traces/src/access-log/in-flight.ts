import { compileFormat } from './compile-format.ts'
import type { GuessedFormat } from './guess-format.ts'

/** Fewer lines say nothing about how many requests overlap. */
const FEWEST_LINES = 20

/**
 * How many requests would be under way at once on average if the lines were of this format, by
 * Little's law: the sum of the durations by the time over which the requests came. It tells an
 * impossible unit from a likely one. Null when the lines are too few or show no time passing.
 */
export function inFlight(
  declared: { syntax: 'apache' | 'nginx'; format: string },
  { parsed }: GuessedFormat,
): number | null {
  const { parser } = compileFormat(declared)
  const starts: number[] = []
  let sum = 0
  for (const { text } of parsed) {
    if (!parser.parse(text, 0, text.length) || !(parser.durationSeconds >= 0)) continue
    starts.push(parser.startEpochSeconds)
    sum += parser.durationSeconds
  }
  const span = Math.max(...starts) - Math.min(...starts)
  return starts.length < FEWEST_LINES || !(span > 0) ? null : sum / span
}

/** As part of a sentence: "; then 119 requests are under way at once on average". */
export function inFlightWords(count: number | null): string {
  if (count === null) return ''
  if (count < 0.1) return '; then hardly ever is a request under way'
  const shown = count < 10 ? count.toPrecision(1) : Math.round(count).toLocaleString('en')
  return `; then ${shown} ${shown === '1' ? 'request is' : 'requests are'} under way at once on average`
}
