import type { NumberedLine } from '../detect/head-lines.ts'
import type { LogFormat } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'

/** Fewer lines say nothing about how many requests overlap. */
const FEWEST_LINES = 20

/**
 * How many requests would be under way at once on average if the lines were of this format, by
 * Little's law: the sum of the durations by the time over which the requests came. It tells an
 * impossible unit from a likely one. Null when the lines are too few or show no time passing.
 */
export function inFlight(
  declared: LogFormat,
  { parsed }: { parsed: readonly NumberedLine[] },
): number | null {
  const { parser } = compileLog(declared)
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

/** A server that anybody tunes has something to do, and not hundreds of requests at once. */
const PLAUSIBLE = { from: 0.01, below: 100 }

/**
 * The index of the most probable count of requests under way at once: the plausible one nearest to 1,
 * by its logarithm, because units differ by factors of a thousand. Null where none is plausible.
 */
export function mostProbable(counts: readonly (number | null)[]): number | null {
  const distance = (count: number) => Math.abs(Math.log(count))
  let best: { index: number; count: number } | null = null
  for (const [index, count] of counts.entries()) {
    if (count === null || count < PLAUSIBLE.from || count >= PLAUSIBLE.below) continue
    if (!best || distance(count) < distance(best.count)) best = { index, count }
  }
  return best?.index ?? null
}
