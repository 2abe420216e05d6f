import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { table } from './table.ts'
import { writeLine } from './write-line.ts'

it('lets no name reach the terminal as a command, and keeps the indent', () => {
  const stream = new PassThrough()
  writeLine(stream, '  vm\u001b[2J1\r\u0007 is there')
  const shown = String(stream.read())
  expect(shown).toMatch(/^ {2}vm.*1.* is there\n$/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
  expect(shown.slice(0, -1)).not.toMatch(/[\u0000-\u001f]/)
})

it('lays out columns', () => {
  const rows = [
    ['host', 'verdict'],
    ['a longer name', 'meets'],
    ['b', ''],
  ]
  expect(table(rows)).toEqual(['host           verdict', 'a longer name  meets', 'b'])
})
