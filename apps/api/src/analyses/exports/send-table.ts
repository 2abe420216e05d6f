import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { beginDownload } from '../../http/begin-download.ts'
import type { Logger } from '../../logger.ts'
import type { TableRow } from './tables.ts'
import { csvOf, jsonOf } from './write-table.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/**
 * Sends a table row by row, whatever its length. After the first byte a failure can only be
 * signalled by breaking off the connection, so that no client takes it for the end of the table.
 */
export async function sendTable(
  reply: FastifyReply,
  log: Logger,
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  format: 'csv' | 'json',
  fileName: string,
): Promise<void> {
  beginDownload(reply, contentTypes[format], fileName)
  await pipeline(format === 'csv' ? csvOf(rows) : jsonOf(rows), reply.raw).catch((err) =>
    log.warn({ err }, 'a download ended early'),
  )
}
