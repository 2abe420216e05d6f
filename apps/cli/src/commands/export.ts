import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportAnalysis } from '@steelyard/contract'
import { connect } from '../api/connect.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageFault } from '../faults.ts'

const TABLES = exportAnalysis.params!.shape.table.options
const FORMATS = exportAnalysis.query!.shape.format.unwrap().options

export const exportTable: Command = {
  name: 'export',
  summary: 'download a table of an analysis',
  arguments: ['ANALYSIS'],
  options: {
    table: { value: 'TABLE', choices: TABLES, meaning: `one of ${TABLES.join(', ')}` },
    format: { value: 'FORMAT', choices: FORMATS, meaning: 'csv, or json as --json means too' },
    output: { value: 'FILE', meaning: 'a new file to write; without it, standard output' },
  },
  async run(terminal, given) {
    const table = given.text('table')
    if (!table) throw new UsageFault(`--table is missing: one of ${TABLES.join(', ')}.`)
    const format = given.text('format') ?? (given.isJson ? 'json' : 'csv')
    const api = connect(terminal, given)
    const { body } = await api.open(exportAnalysis, { id: given.arguments[0]!, table }, { format })
    const file = given.text('output')
    const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    if (file) await pipeline(content, createWriteStream(file, { flags: 'wx' }))
    else await pipeline(content, terminal.output, { end: false })
    return EXIT.done
  },
}
