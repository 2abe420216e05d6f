interface Known {
  pattern: RegExp
  /** Directive arguments by the groups of the match; literals stand between them. */
  write(match: RegExpExecArray, edge: string): string
}

const FRACTIONS = new Map([
  [3, 'msec_frac'],
  [6, 'usec_frac'],
  [9, 'nsec_frac'],
])

const directive = (edge: string, argument: string) => `%{${edge}${argument}}t`

/** `strftime` with a fraction behind it, and an offset behind that. */
const civil =
  (strftime: (match: RegExpExecArray) => string): Known['write'] =>
  (match, edge) => {
    const { fraction, offset } = match.groups!
    const name = fraction ? FRACTIONS.get(fraction.length - 1) : undefined
    const whole = strftime(match)
    if (!name) return directive(edge, `${whole}${offset === undefined ? '' : offsetIn(offset)}`)
    const parts = [directive(edge, whole), fraction![0], directive(edge, name)]
    if (offset !== undefined) parts.push(offset.startsWith(' ') ? ' ' : '', directive(edge, '%z'))
    return parts.join('')
  }

function offsetIn(offset: string): string {
  return offset.startsWith(' ') ? ' %z' : '%z'
}

const CLOCK = String.raw`\d\d:\d\d:\d\d(?<fraction>[.,](?:\d{9}|\d{6}|\d{3}))?`
const OFFSET = String.raw`(?<offset> ?(?:Z|[+-]\d\d:?\d\d))?`

const KNOWN: readonly Known[] = [
  {
    pattern: new RegExp(String.raw`^\d\d/[A-Z][a-z]{2}/\d{4}:${CLOCK}${OFFSET}$`),
    write: civil(() => '%d/%b/%Y:%H:%M:%S'),
  },
  {
    pattern: new RegExp(String.raw`^\d\d/[A-Z][a-z]{2}/\d{4} ${CLOCK}${OFFSET}$`),
    write: civil(() => '%d/%b/%Y %H:%M:%S'),
  },
  {
    pattern: new RegExp(String.raw`^\d{4}-\d\d-\d\d(?<between>[T ])${CLOCK}${OFFSET}$`),
    write: civil(({ groups }) => `%Y-%m-%d${groups!.between}%H:%M:%S`),
  },
  {
    pattern: new RegExp(String.raw`^\d{4}/\d\d/\d\d(?<between>[T ])${CLOCK}${OFFSET}$`),
    write: civil(({ groups }) => `%Y/%m/%d${groups!.between}%H:%M:%S`),
  },
  {
    pattern: /^[12]\d{9}(?<fraction>[.](?:\d{6}|\d{3}))?$/,
    write: ({ groups }, edge) => {
      const name = groups!.fraction && FRACTIONS.get(groups!.fraction.length - 1)
      return name ? `${directive(edge, 'sec')}.${directive(edge, name)}` : directive(edge, 'sec')
    },
  },
  { pattern: /^[12]\d{12}$/, write: (_, edge) => directive(edge, 'msec') },
  { pattern: /^[12]\d{15}$/, write: (_, edge) => directive(edge, 'usec') },
]

/**
 * The directives that read this text as a time. Null for anything else.
 * @param edge which end of a request it stamps
 */
export function timeInText(text: string, edge: 'start' | 'end'): string | null {
  for (const { pattern, write } of KNOWN) {
    const match = pattern.exec(text)
    if (match) return write(match, edge === 'end' ? 'end:' : '')
  }
  return null
}
