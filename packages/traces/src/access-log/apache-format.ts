import { TraceError } from '../trace-error.ts'
import type { Directive, FormatToken, TimeDirective } from './directive.ts'

/** The formats that Apache defines under a nickname. */
export const APACHE_NICKNAMES: Readonly<Record<string, string>> = {
  common: '%h %l %u %t "%r" %>s %b',
  combined: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"',
  combinedio: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %I %O',
  vhost_common: '%v %h %l %u %t "%r" %>s %b',
  vhost_combined: '%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i"',
}

const COMMON_LOG_TIME = '%d/%b/%Y:%H:%M:%S %z'
/** %[!][status,...][<>][{argument}][<>]letter; `^` starts two-letter trailer directives. */
const DIRECTIVE = /%(?:!?\d{3}(?:,\d{3})*)?([<>])?(?:\{([^}]*)\})?([<>])?(\^[A-Za-z]{2}|[A-Za-z%])/y

/**
 * Parses the format language of mod_log_config. Accepts the bare string, a nickname, or the whole
 * `LogFormat "..." name` line as it stands in the configuration.
 *
 * @throws TraceError `bad-format` with the column.
 */
export function parseApacheFormat(text: string): FormatToken[] {
  const format = bareFormat(text)
  const tokens: FormatToken[] = []
  let literal = ''
  const endLiteral = () => {
    if (literal !== '') tokens.push({ literal })
    literal = ''
  }
  for (let at = 0; at < format.length; ) {
    if (format[at] !== '%') {
      literal += format[at++]
      continue
    }
    DIRECTIVE.lastIndex = at
    const match = DIRECTIVE.exec(format)
    if (!match)
      throw new TraceError(
        'bad-format',
        `Not a LogFormat directive: ${format.slice(at, at + 12)}`,
        {
          where: { column: at + 1 },
          expected: 'directives such as %h %t %>s %D %{ms}T %{User-Agent}i, %% for a per cent sign',
        },
      )
    at += match[0].length
    const [directive, , argument, , letter] = match
    if (letter === '%') {
      literal += '%'
      continue
    }
    // Plain %t includes its brackets.
    const bracketed = letter === 't' && argument === undefined
    if (bracketed) literal += '['
    endLiteral()
    tokens.push(directiveOf(directive, letter!, argument))
    if (bracketed) literal += ']'
  }
  endLiteral()
  return tokens
}

function bareFormat(text: string): string {
  const trimmed = text.trim()
  if (Object.hasOwn(APACHE_NICKNAMES, trimmed)) return APACHE_NICKNAMES[trimmed]!
  const line = /^(?:LogFormat|GlobalLog|CustomLog\s+\S+)\s+"((?:[^"\\]|\\.)*)"/i.exec(trimmed)
  const quoted = line?.[1] ?? trimmed
  const escapes: Record<string, string> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }
  return quoted.replace(/\\(.)/g, (all, c: string) => escapes[c] ?? all)
}

function directiveOf(name: string, letter: string, argument: string | undefined): Directive {
  switch (letter) {
    case 't':
      return timeOf(name, argument)
    case 'D':
      return { role: 'duration', name, unitsPerSecond: 1e6, list: false }
    case 'T':
      return {
        role: 'duration',
        name,
        unitsPerSecond: unitsPerSecond(name, argument),
        // Formats that were inferred have lines of nginx, too.
        list: argument === 's',
      }
    case 's':
      return { role: 'status', name }
    case 'r':
      return { role: 'request', name }
    case 'k':
      return { role: 'reuse', name, first: 0 }
    case 'b':
    case 'B':
    case 'O':
      return { role: 'bytes', name }
    case 'v':
    case 'V':
      return { role: 'vhost', name }
    case 'i':
      return { role: argument?.toLowerCase() === 'host' ? 'vhost' : 'other', name }
    default:
      return { role: 'other', name }
  }
}

/** `%{any}T`, which Apache has not, is a duration with its unit, such as 25ms. */
function unitsPerSecond(name: string, unit = 's'): number | null {
  if (unit === 'any') return null
  const units = new Map([
    ['s', 1],
    ['ms', 1e3],
    ['us', 1e6],
  ]).get(unit)
  if (units === undefined)
    throw new TraceError('bad-format', `Unknown unit in ${name}.`, {
      expected: '%T, %{s}T, %{ms}T or %{us}T',
    })
  return units
}

function timeOf(name: string, argument: string | undefined): TimeDirective {
  const [, edgeWord, format] = /^(?:(begin|end):?)?(.*)$/s.exec(argument ?? '')!
  const edge = edgeWord === 'end' ? 'end' : 'start'
  const of = (form: TimeDirective['form']): TimeDirective => ({ role: 'time', name, edge, form })
  switch (format) {
    case '':
      return of({ kind: 'strftime', format: COMMON_LOG_TIME })
    case 'sec':
      return of({ kind: 'epoch', perSecond: 1, decimals: false })
    case 'msec':
      return of({ kind: 'epoch', perSecond: 1e3, decimals: false })
    case 'usec':
      return of({ kind: 'epoch', perSecond: 1e6, decimals: false })
    case 'msec_frac':
      return of({ kind: 'fraction', digits: 3 })
    case 'usec_frac':
      return of({ kind: 'fraction', digits: 6 })
    // Apache itself has no finer ones.
    case 'nsec_frac':
      return of({ kind: 'fraction', digits: 9 })
    default:
      return of({ kind: 'strftime', format: format! })
  }
}
