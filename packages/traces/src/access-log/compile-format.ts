import type { TimeResolution } from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { parseApacheFormat } from './apache-format.ts'
import {
  type Directive,
  type DurationDirective,
  type FormatToken,
  isLiteral,
  type TimeDirective,
} from './directive.ts'
import { type LineField, LineParser, type Measure } from './line-parser.ts'
import { parseNginxFormat } from './nginx-format.ts'
import { newCivilTime, spelledOut, TimeFormat } from './strftime.ts'
import { TimeReader } from './time-reader.ts'

interface CompiledFormat {
  parser: LineParser
  tokens: FormatToken[]
  resolution: TimeResolution
  timeHasOffset: boolean
  durations: DurationDirective[]
  /** The directive that is used. Null when the log has no duration. */
  duration: DurationDirective | null
  hasVhost: boolean
  /** Whether the log says which requests came on a connection that was open already. */
  hasReuse: boolean
}

/** @throws TraceError `bad-format` or `ambiguous-format` */
export function compileFormat(
  spec: Pick<AccessLogSpec, 'syntax' | 'format' | 'durationDirective' | 'timeZone'>,
): CompiledFormat {
  const parse = spec.syntax === 'nginx' ? parseNginxFormat : parseApacheFormat
  const tokens = joinLiterals(parse(spec.format))
  const directives = tokens.filter((token): token is Directive => !isLiteral(token))
  const times = timesOf(directives)
  const durations = directives.filter((d) => d.role === 'duration')
  const duration = chooseDuration(durations, spec.durationDirective)
  const time = new TimeReader(times, spec.timeZone)
  const used = new Set<Directive>([...times, ...(duration ? [duration] : [])])
  for (const role of ['status', 'bytes', 'vhost', 'reuse', 'request'] as const) {
    // When a format has `%s ... %>s`, the last one counts: it is the status after internal
    // redirects.
    const last = directives.findLast((d) => d.role === role)
    if (last) used.add(last)
  }
  const endStamped = times.some((t) => t.edge === 'end')
  const parser = new LineParser(fieldsOf(tokens, used, times), time, endStamped)
  return {
    parser,
    tokens,
    durations,
    duration,
    resolution: time.resolution,
    timeHasOffset: time.hasOffset,
    hasVhost: directives.some((d) => d.role === 'vhost'),
    hasReuse: directives.some((d) => d.role === 'reuse'),
  }
}

/** Start stamps take precedence, because they give arrival times without a duration. */
function timesOf(directives: Directive[]): TimeDirective[] {
  const all = directives.filter((d) => d.role === 'time')
  const starts = all.filter((t) => t.edge === 'start')
  const times = starts.length > 0 ? starts : all
  const whole = times.filter((t) => t.form.kind !== 'fraction')
  if (whole.length === 0)
    throw new TraceError('bad-format', 'The log format has no time.', {
      expected: '%t, %{usec}t, %{%s}t, $time_local, $time_iso8601 or $msec',
    })
  return times
}

function chooseDuration(
  durations: DurationDirective[],
  wanted: string | undefined,
): DurationDirective | null {
  if (wanted !== undefined) {
    const found = durations.find((d) => d.name === wanted)
    if (found) return found
    throw new TraceError('bad-spec', `The log format has no duration ${wanted}.`, {
      expected: durations.map((d) => d.name).join(', ') || 'a format with %D or $request_time',
    })
  }
  const finest = [...durations].sort(
    (a, b) => finenessOf(b) - finenessOf(a) || Number(a.list) - Number(b.list),
  )
  return finest[0] ?? null
}

/** A unit that is written is as fine as the duration is. */
function finenessOf({ unitsPerSecond }: DurationDirective): number {
  return unitsPerSecond ?? Number.POSITIVE_INFINITY
}

function joinLiterals(tokens: FormatToken[]): FormatToken[] {
  const joined: FormatToken[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (isLiteral(token) && last && isLiteral(last)) last.literal += token.literal
    else joined.push(isLiteral(token) ? { ...token } : token)
  }
  return joined
}

/** Each directive with the text before it and, if present, the text that ends it. */
function fieldsOf(
  tokens: FormatToken[],
  used: Set<Directive>,
  times: TimeDirective[],
): LineField[] {
  const fields: LineField[] = []
  let before = ''
  tokens.forEach((token, i) => {
    if (isLiteral(token)) {
      before = token.literal
      return
    }
    const next = tokens[i + 1]
    const stop = next && isLiteral(next) ? next.literal : null
    const measure = next ? measureOf(token, stop) : null
    const isUsed = used.has(token)
    if (next && stop === null && measure === null) {
      const nextUsed = !isLiteral(next) && used.has(next)
      // Two adjacent fields without a boundary, such as %U%q, are fine as long as neither is
      // needed.
      if (!isUsed && !nextUsed) return
      throw new TraceError(
        'ambiguous-format',
        `${token.name} is followed by ${(next as Directive).name} with nothing between them.`,
        { fix: 'Put a space between the two in the log format.' },
      )
    }
    fields.push({
      before,
      stop,
      measure,
      quoted: before.endsWith('"') && stop?.startsWith('"') === true,
      directive: token,
      used: isUsed,
      stamp: token.role === 'time' ? times.indexOf(token) : -1,
    })
    before = ''
  })
  return fields
}

/** A measure for times whose own form determines their end, when the text after them does not. */
function measureOf(directive: Directive, stop: string | null): Measure | null {
  if (directive.role !== 'time') return null
  const { form } = directive
  if (form.kind === 'strftime') {
    if (stop !== null && !spelledOut(form.format).includes(stop)) return null
    const format = new TimeFormat(form.format)
    const scratch = newCivilTime()
    return (text, at, to) => format.read(text, at, to, scratch)
  }
  if (stop !== null || (form.kind === 'epoch' && form.decimals)) return null
  const width = form.kind === 'fraction' ? form.digits : EPOCH_DIGITS[form.perSecond]
  return (_, at, to) => (at + width <= to ? at + width : -1)
}

/** The digits cover 2001 to 2286. */
const EPOCH_DIGITS = { 1: 10, 1e3: 13, 1e6: 16 }
