import type { Given } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { writeLine } from '../terminal/write-line.ts'

/** Prints an answer: as JSON where that was asked for, and otherwise in these lines. */
export function print(
  { output }: Terminal,
  { isJson }: Given,
  answer: unknown,
  lines: () => readonly string[],
): void {
  if (isJson) output.write(`${JSON.stringify(answer, null, 2)}\n`)
  else for (const line of lines()) writeLine(output, line)
}
