import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Cell, TableRow } from './tables.ts'

type Rows = AsyncIterable<TableRow> | Iterable<TableRow>

/** CSV with a header line, written row by row, with the quoting and CRLF of RFC 4180. */
export function csvOf(rows: Rows): Readable {
  const safe = Readable.from(guarded(rows))
  const csv = stringify({ header: true, record_delimiter: 'windows', cast: { boolean: String } })
  safe.on('error', (error) => csv.destroy(error))
  csv.on('close', () => safe.destroy())
  return safe.pipe(csv)
}

/** A JSON array, written row by row. */
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
 * Spreadsheets take text that begins with one of these characters for a formula (OWASP: CSV
 * injection). A leading apostrophe keeps it text. Numbers stay as they are: -5 is not a formula.
 */
export function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell
}
