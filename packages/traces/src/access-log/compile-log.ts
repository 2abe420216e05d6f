import type { TimeResolution } from '../observation.ts'
import { type JsonPath, jsonObjectOf, textAt } from '../reading/json-object.ts'
import { TraceError } from '../trace-error.ts'
import type { AccessLogSpec, LogFormat } from './access-log-spec.ts'
import { compileFormat } from './compile-format.ts'
import { DelegatingParser } from './delegating-parser.ts'
import { isWrapped, type JsonFormat } from './json-fields.ts'
import { JsonLineParser } from './json-line-parser.ts'
import type { ParsedLine } from './parsed-line.ts'
import { W3cParser, w3cFields } from './w3c-parser.ts'

/** A log that can be read, in whatever syntax its format is written. */
export interface CompiledLog {
  parser: ParsedLine
  resolution: TimeResolution
  timeHasOffset: boolean
  /** The names of all durations, and of the one that is used. Null when the log has none. */
  durations: string[]
  duration: string | null
  hasVhost: boolean
  /** Whether the log says which requests came on a connection that was open already. */
  hasReuse: boolean
}

type Settings = Pick<AccessLogSpec, 'durationDirective' | 'timeZone' | 'otherFormats'>

/** @throws TraceError `bad-format` or `ambiguous-format` */
export function compileLog(spec: LogFormat & Settings): CompiledLog {
  const main = compileOne(spec, spec)
  const others = (spec.otherFormats ?? []).map((each) => compileOne(each, spec))
  if (others.length === 0) return main
  const all = [main, ...others]
  return {
    ...main,
    parser: new AnyFormat(all.map(({ parser }) => parser)),
    // The coarsest counts: gaps between its stamps are no finer.
    resolution: RESOLUTIONS.find((each) => all.some(({ resolution }) => resolution === each))!,
    timeHasOffset: all.every(({ timeHasOffset }) => timeHasOffset),
  }
}

const RESOLUTIONS: readonly TimeResolution[] = ['second', 'millisecond', 'microsecond']

function compileOne(format: LogFormat, settings: Settings): CompiledLog {
  switch (format.syntax) {
    case 'json':
      return compileJson(format.json, settings)
    case 'w3c': {
      const { timeTaken = 'none' } = format
      const isTimed = timeTaken !== 'none'
      return {
        parser: new W3cParser(w3cFields(format.format) ?? [], timeTaken),
        resolution: 'second',
        timeHasOffset: true,
        durations: isTimed ? ['time-taken'] : [],
        duration: isTimed ? 'time-taken' : null,
        hasVhost: /\bcs-host\b|cs\(host\)/i.test(format.format),
        hasReuse: false,
      }
    }
    default: {
      const { syntax, format: text } = format
      const compiled = compileFormat({ ...settings, syntax, format: text })
      const { parser, durations, duration, ...rest } = compiled
      return {
        ...rest,
        parser,
        durations: durations.map(({ name }) => name),
        duration: duration?.name ?? null,
      }
    }
  }
}

function compileJson(json: JsonFormat | undefined, settings: Settings): CompiledLog {
  if (!json) throw new TraceError('bad-format', 'It is not said what the JSON lines hold.')
  if (isWrapped(json)) {
    const inner = compileOne({ syntax: 'apache', format: json.format }, settings)
    return { ...inner, parser: new WrappedParser(json.line, inner.parser) }
  }
  const duration = json.duration?.path.join('.') ?? null
  return {
    parser: new JsonLineParser(json, settings.timeZone),
    resolution: json.resolution,
    timeHasOffset: json.time.hasOffset,
    durations: duration === null ? [] : [duration],
    duration,
    hasVhost: json.host !== undefined,
    hasReuse: false,
  }
}

/**
 * A log whose format changed while it was written, or into which several servers write. The format of
 * the last line is tried first.
 */
class AnyFormat extends DelegatingParser {
  protected current: ParsedLine
  readonly #parsers: readonly ParsedLine[]

  constructor(parsers: readonly ParsedLine[]) {
    super()
    this.#parsers = parsers
    this.current = parsers[0]!
  }

  parse(text: string, from: number, to: number): boolean {
    if (this.current.parse(text, from, to)) return true
    for (const parser of this.#parsers) {
      if (parser === this.current || !parser.parse(text, from, to)) continue
      this.current = parser
      return true
    }
    return false
  }
}

/** Reads lines that stand as a value in JSON lines, as Docker and others keep what containers write. */
class WrappedParser extends DelegatingParser {
  protected readonly current: ParsedLine
  readonly #path: JsonPath

  constructor(path: JsonPath, inner: ParsedLine) {
    super()
    this.current = inner
    this.#path = path
  }

  parse(text: string, from: number, to: number): boolean {
    const object = jsonObjectOf(text.slice(from, to))
    const line = object ? textAt(object, this.#path).replace(/\r?\n$/, '') : ''
    // Bytes of Latin-1, as the parsers of lines expect them.
    const bytes = Buffer.from(line, 'utf8').toString('latin1')
    return this.current.parse(bytes, 0, bytes.length)
  }
}
