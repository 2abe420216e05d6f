import { randomUUID } from 'node:crypto'
import { open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { KEPT_FREE_BYTES } from '../../files/files-setting.ts'
import { beginDownload } from '../../http/begin-download.ts'
import { clientLeft } from '../../http/client-left.ts'
import { downloadPlaces } from '../../http/places.ts'
import type { PlaceForFile } from './made-file.ts'
import { madeFilesDirectory } from './sweep-made-files.ts'

/** A client that takes less is cut off, for its file takes up room on the disk meanwhile. */
const LEAST_BYTES_PER_SECOND = 16 * 1024

interface MadeDownload {
  reply: FastifyReply
  actor: Actor
  fileName: string
}

/**
 * Has a file made for one answer, whole, and sends it then. So the work is done as fast as it can be,
 * however slowly the client reads, every failure still gets an answer of its own, and the client
 * learns the length.
 * @param make writes the file in a thread; aborted when the client leaves
 * @param lookEveryMs at how much the client has taken meanwhile
 * @throws AppError `too-many-downloads`, `client-left`; and what `make` throws
 */
export async function sendMadeFile(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  { reply, actor, fileName }: MadeDownload,
  make: (place: PlaceForFile, signal: AbortSignal) => Promise<void>,
  lookEveryMs = 30_000,
): Promise<void> {
  const giveBack = await downloadPlaces.take(db, actor.principal)
  const directory = await madeFilesDirectory(config)
  const file = path.join(directory, randomUUID())
  const left = clientLeft(reply)
  try {
    left.throwIfAborted()
    await writeFile(file, '', { flag: 'wx' })
    const room = { directory, keptFreeBytes: KEPT_FREE_BYTES }
    await make({ path: file, room }, left)
    const made = await open(file)
    await rm(file)
    const { size } = await made.stat()
    beginDownload(reply, 'application/octet-stream', fileName, size)
    const bytes = made.createReadStream()
    const look = cutOffIdler(bytes, reply, lookEveryMs)
    await pipeline(bytes, reply.raw)
      .catch((err) => log.warn({ err }, 'a download ended early'))
      .finally(() => clearInterval(look))
  } finally {
    giveBack()
    await rm(file, { force: true })
  }
}

function cutOffIdler(
  bytes: { bytesRead: number },
  { raw }: FastifyReply,
  everyMs: number,
): NodeJS.Timeout {
  let taken = 0
  return setInterval(() => {
    if (bytes.bytesRead - taken < (LEAST_BYTES_PER_SECOND * everyMs) / 1000) raw.destroy()
    taken = bytes.bytesRead
  }, everyMs)
}
