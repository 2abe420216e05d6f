import type { NumberedLine } from '../detect/head-lines.ts'
import { compileFormat } from './compile-format.ts'

export interface GuessedFormat {
  /** An Apache format with `%{unnamedN}n` for numbers without a known meaning. */
  format: string
  /** Texts of the unnamed numbers on the first line that has all of them. */
  unnamed: string[]
  parsed: NumberedLine[]
}

const COMMON = '%h %l %u %t "%r" %>s %b'
const AGENTS = ' "%{Referer}i" "%{User-Agent}i"'
/**
 * Formats with a virtual host come first: `%u` may contain blanks, so the shorter formats would
 * absorb the host.
 */
const BASES = [
  `%v:%p ${COMMON}${AGENTS}`,
  `%v:%p ${COMMON}`,
  `%v ${COMMON}${AGENTS}`,
  `%v ${COMMON}`,
  `${COMMON}${AGENTS}`,
  COMMON,
]
const EPOCH_FORMATS = [
  '%{%s}t.%{usec_frac}t %{unnamed1}n %>s %U',
  '%{%s}t.%{msec_frac}t %{unnamed1}n %>s %U',
]
const MOST_UNNAMED = 3

export function unnamedDirective(index: number): string {
  return `%{unnamed${index}}n`
}

/** The well-known format that matches most of the lines. Null when none matches more than half. */
export function guessFormat(lines: readonly NumberedLine[]): GuessedFormat | null {
  let best: GuessedFormat | null = null
  for (const format of candidates()) {
    const guess = tryFormat(format, lines)
    if (guess.parsed.length > lines.length / 2 && guess.parsed.length > (best?.parsed.length ?? 0))
      best = guess
  }
  return best
}

function* candidates(): Generator<string> {
  for (const base of BASES)
    for (let count = 0; count <= MOST_UNNAMED; count++) {
      let format = base
      for (let i = 1; i <= count; i++) format += ` ${unnamedDirective(i)}`
      yield format
    }
  yield* EPOCH_FORMATS
}

function tryFormat(format: string, lines: readonly NumberedLine[]): GuessedFormat {
  const { parser } = compileFormat({ syntax: 'apache', format })
  const indexOf = (name: string) =>
    parser.fields.findIndex((field) => field.directive.name === name)
  const [hosts, vhosts] = [indexOf('%h'), indexOf('%v')] as [number, number]
  const numbers = parser.fields.flatMap((field, i) =>
    field.directive.name.startsWith('%{unnamed') ? [i] : [],
  )
  const parsed: NumberedLine[] = []
  let unnamed: string[] = []
  for (const each of lines) {
    const { text } = each
    if (!parser.parse(text, 0, text.length)) continue
    const value = (i: number) => text.slice(parser.from[i], parser.to[i])
    if (hosts >= 0 && value(hosts) === '-') continue
    // A number in front of the line, such as a duration, is no virtual host.
    if (vhosts >= 0 && /^\d+$/.test(value(vhosts))) continue
    const values = numbers.map(value)
    if (!values.every((number) => /^(\d+(\.\d+)?|-)$/.test(number))) continue
    if (unnamed.length === 0 && !values.includes('-')) unnamed = values
    parsed.push(each)
  }
  return { format, unnamed, parsed }
}
