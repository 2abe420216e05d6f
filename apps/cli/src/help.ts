import { type Command, OPTIONS_OF_ALL } from './command.ts'
import { MEANINGS } from './exit-codes.ts'

export function helpOfAll(commands: readonly Command[]): string[] {
  return [
    'Usage: steelyard COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...inColumns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'steelyard COMMAND --help says more of one.',
    '',
    'Exit codes:',
    ...inColumns(Object.entries(MEANINGS)),
  ]
}

export function helpOf(command: Command): string[] {
  const { name, summary, arguments: names, options, notes = [] } = command
  return [
    `Usage: steelyard ${[name, ...names].join(' ')} [OPTIONS]`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    ...notes,
    '',
    ...inColumns(
      Object.entries({ ...options, ...OPTIONS_OF_ALL }).map(([option, { value, meaning }]) => [
        value ? `--${option} ${value}` : `--${option}`,
        meaning,
      ]),
    ),
  ]
}

function inColumns(rows: readonly (readonly [string, string])[] | string[][]): string[] {
  const width = Math.max(...rows.map(([first]) => first!.length))
  return rows.map(([first, second]) => `  ${first!.padEnd(width)}  ${second}`)
}
