import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { beginDownload } from '../http/begin-download.ts'
import type { Logger } from '../logger.ts'

/** Sends lines as they are read. A failure breaks off the connection: the manifest is missing then. */
export async function sendExport(
  reply: FastifyReply,
  log: Logger,
  lines: AsyncIterable<string>,
): Promise<void> {
  beginDownload(reply, 'application/x-ndjson; charset=utf-8', 'steelyard-audit.ndjson')
  await pipeline(lines, reply.raw).catch((err) => log.warn({ err }, 'a download ended early'))
}
