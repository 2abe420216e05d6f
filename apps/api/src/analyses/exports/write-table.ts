import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Cell, TableRow } from './tables.ts'

type Rows = AsyncIterable<TableRow> | Iterable<TableRow>

/** CSV with a header line, row by row; RFC 4180 quoting, CRLF. */
export function csvOf(rows: Rows): Readable {
  const safe = Readable.from(guarded(rows))
  const csv = stringify({ header: true, record_delimiter: 'windows', cast: { boolean: String } })
  safe.on('error', (error) => csv.destroy(error))
  csv.on('close', () => safe.destroy())
  return safe.pipe(csv)
}

/** A JSON array, row by row. */
export function jsonOf(rows: Rows): Readable {
  return Readable.from(jsonParts(rows))
}

async function* jsonParts(rows: Rows): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

async function* guarded(rows: Rows): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    yield Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, harmless(cell)]))
  }
}

/**
 * A spreadsheet takes text that begins with one of these for a formula (OWASP: CSV injection); the
 * apostrophe makes it text again. Numbers stay numbers: -5 is no formula.
 */
export function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell
}
