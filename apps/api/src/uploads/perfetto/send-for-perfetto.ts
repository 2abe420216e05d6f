import { once } from 'node:events'
import {
  eachMember,
  type SourceSpec,
  type XentraceSpec,
  xentraceToPerfetto,
} from '@steelyard/traces'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound, unprocessable } from '../../errors.ts'
import { beginDownload } from '../../http/begin-download.ts'
import { Gate } from '../gate.ts'
import { asUploaded } from '../inspection/read-members.ts'
import { toAppError } from '../inspection/trace-trouble.ts'
import { nothingInPart } from '../nothing-in-part.ts'
import { loadUpload } from '../upload-row.ts'
import { type AskedPart, withPlacedRequests } from './placed-requests.ts'

/** Reading uses the disk and a processor, which other requests need too. */
const gate = new Gate({ places: 1, patienceMs: 30_000 })

/**
 * Sends part of a trace piece by piece, whatever its length, with the requests in it. After the first
 * byte a failure can only be signalled by breaking off the connection.
 * @throws AppError `source-not-found`, `not-a-schedule`, `nothing-in-part`, `busy`; as a reading does
 */
export async function sendForPerfetto(
  deps: Deps,
  reply: FastifyReply,
  params: { id: string; sourceId: string },
  asked: AskedPart,
): Promise<void> {
  const { db, config, log } = deps
  // First of all, for the client may leave while its requests are placed.
  const stop = new AbortController()
  reply.raw.once('close', () => stop.abort())
  const upload = await loadUpload(db, params.id)
  const source = upload.sources.find(({ id }) => id === params.sourceId)
  const file = upload.files.find(({ id }) => id === source?.fileId)
  if (!source || !file) throw notFound('source')
  const spec = xentraceSpecOf(source.spec as unknown as SourceSpec | null)
  const part = await withPlacedRequests(deps, params, asked)
  const download = new Download(reply, `${source.id}.pftrace`)
  let readToSeconds = 0
  await gate.run(async () => {
    await eachMember(
      asUploaded(config, file),
      async (member, bytes) => {
        if (member.path !== source.path) return
        readToSeconds = await xentraceToPerfetto(
          bytes,
          spec,
          part,
          (piece) => download.write(piece),
          { path: source.path, signal: stop.signal },
        )
      },
      { signal: stop.signal },
    ).catch((error: unknown) => {
      if (!download.hasBegun) throw toAppError(error, file.name)
      log.warn({ err: error }, 'a download ended early')
      reply.raw.destroy()
    })
  })
  if (!download.hasBegun) throw nothingInPart(readToSeconds, asked.fromSeconds)
  reply.raw.end()
}

function xentraceSpecOf(spec: SourceSpec | null): XentraceSpec {
  if (spec?.kind === 'xentrace') return spec
  throw unprocessable(
    'not-a-schedule',
    'Only a trace of xentrace whose questions are answered says which vCPU ran when.',
  )
}

/** Answers with the first piece, so that until then a failure still gets an answer of its own. */
class Download {
  hasBegun = false
  readonly #reply: FastifyReply
  readonly #fileName: string

  constructor(reply: FastifyReply, fileName: string) {
    this.#reply = reply
    this.#fileName = fileName
  }

  async write(piece: Uint8Array): Promise<void> {
    const { raw } = this.#reply
    if (!this.hasBegun) {
      this.hasBegun = true
      beginDownload(this.#reply, 'application/octet-stream', this.#fileName)
    }
    if (!raw.write(piece) && !raw.destroyed)
      await Promise.race([once(raw, 'drain'), once(raw, 'close')])
  }
}
