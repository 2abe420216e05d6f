import type { TimeResolution } from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import type { AccessLogSpec, LogFormat } from './access-log-spec.ts'
import { AnyFormat } from './any-format.ts'
import { compileFormat } from './compile-format.ts'
import { isWrapped, type JsonFormat } from './json-fields.ts'
import { JsonLineParser } from './json-line-parser.ts'
import type { ParsedLine } from './parsed-line.ts'
import { W3cParser, w3cFields } from './w3c-parser.ts'
import { WrappedParser } from './wrapped-parser.ts'

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
