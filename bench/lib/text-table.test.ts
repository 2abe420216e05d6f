import { expect, test } from 'vitest'
import { type Column, markdownTable, milliseconds, percent, textTable } from './text-table.ts'

const columns: Column<[string, number]>[] = [
  { title: 'name', text: ([name]) => name },
  { title: 'n', text: ([, n]) => String(n) },
]
const rows: [string, number][] = [
  ['a', 1],
  ['longer', 20],
]

test('numbers are right-aligned and names left-aligned', () => {
  expect(textTable(columns, rows)).toBe('name     n\n------  --\na        1\nlonger  20')
  expect(markdownTable(columns, rows)).toBe(
    '| name | n |\n| --- | ---: |\n| a | 1 |\n| longer | 20 |',
  )
})

test('figures have as many digits as are meaningful', () => {
  expect([0.1234, -0.5, 4.19, null].map(percent)).toEqual(['12 %', '-50 %', '419 %', '–'])
  expect([0.0061, 0.0999, 0.1204, undefined].map(milliseconds)).toEqual(['6.1', '99.9', '120', '–'])
})
