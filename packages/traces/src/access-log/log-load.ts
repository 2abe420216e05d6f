import type { NumberedLine } from '../detect/head-lines.ts'
import { type LogLoad, loadOf } from '../detect/likely-load.ts'
import type { LogFormat } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'

/** Fewer lines say nothing about how many requests overlap. */
const FEWEST_LINES = 20

/** What lines would say of their server if they were of this format. */
export function logLoad(
  declared: LogFormat,
  { parsed }: { parsed: readonly NumberedLine[] },
): LogLoad {
  const { parser } = compileLog(declared)
  const durations: number[] = []
  const stretches: SampledLines[] = []
  for (const { text, line } of parsed) {
    if (!parser.parse(text, 0, text.length) || parser.setAside !== null) continue
    if (!(parser.durationSeconds >= 0)) continue
    durations.push(parser.durationSeconds)
    extend(stretches, line, parser.startEpochSeconds)
  }
  return loadOf(durations, durations.length < FEWEST_LINES ? null : rateIn(stretches))
}

/** Lines of one part of a file, not all of which were looked at. */
interface SampledLines {
  fromLine: number
  toLine: number
  from: number
  to: number
}

/** The last lines of a file are counted anew, so they begin a stretch of their own. */
function extend(stretches: SampledLines[], line: number, start: number): void {
  const last = stretches.at(-1)
  if (!last || line <= last.toLine) {
    stretches.push({ fromLine: line, toLine: line, from: start, to: start })
    return
  }
  last.toLine = line
  last.from = Math.min(last.from, start)
  last.to = Math.max(last.to, start)
}

function rateIn(stretches: readonly SampledLines[]): number | null {
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
