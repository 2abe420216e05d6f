import type { NumberedLine } from '../detect/head-lines.ts'
import type { LogFormat } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'

/** What a log would say of its server if its lines were of a format: it tells wrong units from likely ones. */
export interface LogLoad {
  /** The median of the durations, or their mean where most are 0. Null without any above 0. */
  typicalSeconds: number | null
  /**
   * How many requests would be under way at once on average, by Little's law: the rate at which they
   * came, by the mean duration. Null when the lines are too few or show no time passing.
   */
  inFlight: number | null
  /** Whether all durations would be whole seconds. */
  isWholeSeconds: boolean
  /** Whether they are all the same, as a port or a process is. */
  isSteady: boolean
}

/** Fewer lines say nothing about how many requests overlap. */
const FEWEST_LINES = 20

export function logLoad(
  declared: LogFormat,
  { parsed }: { parsed: readonly NumberedLine[] },
): LogLoad {
  const { parser } = compileLog(declared)
  const durations: number[] = []
  const stretches: Stretch[] = []
  for (const { text, line } of parsed) {
    if (!parser.parse(text, 0, text.length) || parser.setAside !== null) continue
    if (!(parser.durationSeconds >= 0)) continue
    durations.push(parser.durationSeconds)
    extend(stretches, line, parser.startEpochSeconds)
  }
  const sum = durations.reduce((total, each) => total + each, 0)
  const mean = durations.length === 0 ? 0 : sum / durations.length
  const perSecond = durations.length < FEWEST_LINES ? null : rateIn(stretches)
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)]
  return {
    typicalSeconds: median || mean || null,
    inFlight: perSecond === null ? null : perSecond * mean,
    isWholeSeconds: durations.every((each) => Number.isInteger(each)),
    isSteady: durations.every((each) => each === durations[0]),
  }
}

/** Lines of one part of a file, not all of which were looked at. */
interface Stretch {
  fromLine: number
  toLine: number
  from: number
  to: number
}

/** The last lines of a file are counted anew, so they begin a stretch of their own. */
function extend(stretches: Stretch[], line: number, start: number): void {
  const last = stretches.at(-1)
  if (!last || line <= last.toLine) {
    stretches.push({ fromLine: line, toLine: line, from: start, to: start })
    return
  }
  last.toLine = line
  last.from = Math.min(last.from, start)
  last.to = Math.max(last.to, start)
}

function rateIn(stretches: readonly Stretch[]): number | null {
  const lines = stretches.reduce((sum, { fromLine, toLine }) => sum + toLine - fromLine + 1, 0)
  const seconds = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  return seconds > 0 ? lines / seconds : null
}

/** As part of a sentence: "; then 119 requests are under way at once on average". */
export function inFlightWords({ inFlight }: LogLoad): string {
  if (inFlight === null) return ''
  if (inFlight < 0.1) return '; then hardly ever is a request under way'
  const shown = inFlight < 10 ? inFlight.toPrecision(1) : Math.round(inFlight).toLocaleString('en')
  return `; then ${shown} ${shown === '1' ? 'request is' : 'requests are'} under way at once on average`
}

/** The middle, by its logarithm, of a millisecond and a second, between which most answers come. */
const USUAL_SECONDS = Math.sqrt(1e-3)
/** A quiet server may have nothing to do for hours, but few have more to do at once. */
const USUALLY_AT_MOST = 10
/** How much a factor of ten too many requests at once weighs against one in the duration. */
const CROWD = 0.5
/** A log in milliseconds that never shows a part of a second is rarer than one of whole seconds. */
const WHOLE_SECONDS = 0.5
const STEADY = 1
/** Times so many factors of ten off are not worth suggesting. */
const OUT_OF_THE_QUESTION = 3.5

/**
 * The index of the most probable of several ways to read a log: units differ by factors of a
 * thousand, so the usual length of an answer tells them apart, even where requests are rare. Null
 * where none is plausible.
 */
export function mostProbable(loads: readonly (LogLoad | null)[]): number | null {
  let best: { index: number; oddity: number } | null = null
  for (const [index, load] of loads.entries()) {
    const oddity = load ? oddityOf(load) : Number.POSITIVE_INFINITY
    if (oddity < (best?.oddity ?? OUT_OF_THE_QUESTION)) best = { index, oddity }
  }
  return best?.index ?? null
}

/** How many factors of ten lie between this and what is usual. */
function oddityOf({ typicalSeconds, inFlight, isWholeSeconds, isSteady }: LogLoad): number {
  if (typicalSeconds === null) return Number.POSITIVE_INFINITY
  const crowd = Math.max(0, Math.log10((inFlight ?? 0) / USUALLY_AT_MOST))
  return (
    Math.abs(Math.log10(typicalSeconds / USUAL_SECONDS)) +
    CROWD * crowd +
    (isWholeSeconds ? WHOLE_SECONDS : 0) +
    (isSteady ? STEADY : 0)
  )
}
