import type { Choice } from '../detect/detection.ts'
import { readableSeconds } from '../detect/readable-amount.ts'
import type { LogFormat } from './access-log-spec.ts'
import { compileFormat } from './compile-format.ts'
import { DURATION_UNITS } from './duration-units.ts'
import type { GuessedFormat } from './guess-format.ts'
import type { LineField } from './line-parser.ts'
import { inFlightWords, logLoad } from './log-load.ts'
import { secondsWithUnit } from './written-unit.ts'

/** A way to read the duration of a log, other than what its lines suggest by themselves. */
export interface DurationWay extends Choice {
  declared: LogFormat
}

/** All ways to read the duration, and which of them the lines suggest. */
interface DurationWays {
  ways: DurationWay[]
  chosen: string
}

/** More numbers than a person would compare. */
const MOST_NUMBERS = 4
const NUMBER = /^(\d+(\.\d+)?|-)$/

/**
 * The ways to read a format in which one duration was recognised: another of its numbers, or another
 * unit. Null for a format without a duration, in which another number has to be asked for.
 */
export function durationWays({ format, parsed }: GuessedFormat): DurationWays | null {
  const { parser, duration } = compileFormat({ syntax: 'apache', format })
  if (!duration) return null
  const columns = parser.fields.map((field, index) => ({
    field,
    index,
    isDuration: field.directive === duration,
    texts: [] as string[],
  }))
  for (const { text } of parsed) {
    if (!parser.parse(text, 0, text.length)) continue
    for (const { texts, index } of columns)
      texts.push(text.slice(parser.from[index], parser.to[index]))
  }
  const numbers = columns
    .filter(({ isDuration, field, texts }) => isDuration || (!field.used && moves(texts)))
    .sort((a, b) => Number(b.isDuration) - Number(a.isDuration))
    .slice(0, MOST_NUMBERS)
  const used = unitOf(duration.name)
  const ways = numbers.flatMap(({ field, index, isDuration, texts }): DurationWay[] => {
    const sample = texts.find((text) => text !== '-') ?? ''
    const read = (unit: string, label: string, seconds: number): DurationWay => {
      const declared: LogFormat = {
        syntax: 'apache',
        format: isDuration
          ? format.replace(duration.name, `%{${unit}}T`)
          : format
              .replace(duration.name, '%{not_used}x')
              .replace(field.directive.name, `%{${unit}}T`),
      }
      const load = logLoad(declared, { parsed })
      return {
        value: `${index}:${unit}`,
        label: `${nameOf(field, index)} in ${label}`,
        meaning: `${sample} -> ${readableSeconds(seconds)}${inFlightWords(load)}`,
        declared,
      }
    }
    if (isDuration && used === 'any') return [read('any', 'its own unit', secondsWithUnit(sample))]
    return DURATION_UNITS.toReversed().map(({ unit, label, perSecond }) =>
      read(unit, label, Number(sample) / perSecond),
    )
  })
  const chosen = columns.findIndex(({ isDuration }) => isDuration)
  return { ways, chosen: `${chosen}:${used}` }
}

/** What stays the same on every line, such as a port, is no duration. */
function moves(texts: readonly string[]): boolean {
  return texts.every((text) => NUMBER.test(text)) && new Set(texts).size > 1
}

/** `%{ms}T` and its like are what inferred formats use; `%D` is Apache's own. */
function unitOf(directive: string): string {
  return /^%\{(\w+)\}T$/.exec(directive)?.[1] ?? (directive === '%D' ? 'us' : 's')
}

/** The key before a field, else its place. */
function nameOf({ before }: LineField, index: number): string {
  const key = /([\w-]+)[=:]"?$/.exec(before)?.[1]
  return key ?? `field ${index + 1}`
}
