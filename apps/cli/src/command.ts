import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Option {
  readonly meaning: string
  /** What its value is called in the help; a flag has none. */
  readonly value?: string
  readonly isMany?: boolean
  /** The only values it may have; completions offer them. */
  readonly choices?: readonly string[]
}

/** What was given to a command. */
export interface Given {
  readonly arguments: readonly string[]
  readonly isJson: boolean
  text(option: string): string | undefined
  list(option: string): readonly string[]
  has(option: string): boolean
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** The arguments by their names; `[NAME]` may be left out, `NAME...` may be several. */
  readonly arguments: readonly string[]
  /** The only values of its argument; completions offer them. */
  readonly choices?: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Further lines of its help. */
  readonly notes?: readonly string[]
  run(terminal: Terminal, given: Given, commands: readonly Command[]): Promise<ExitCode>
}

/** Every command has these. */
export const OPTIONS_OF_ALL: Readonly<Record<string, Option>> = {
  json: { meaning: 'print JSON for other programs' },
  insecure: { meaning: 'allow http to another machine, which others on the way can read' },
  help: { meaning: 'show this help' },
}
