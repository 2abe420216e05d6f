import type { Writable } from 'node:stream'
import { printable } from '@steelyard/contract/format'

/** Writes a line. What hosts and files are called cannot move the cursor or colour the terminal. */
export function writeLine(stream: Writable, line: string): void {
  const indent = /^ */.exec(line)![0]
  stream.write(`${indent}${printable(line)}\n`)
}
