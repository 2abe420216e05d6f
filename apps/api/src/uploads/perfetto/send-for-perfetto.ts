import { MAX_TRACED_SECONDS } from '@steelyard/contract'
import type { SourceSpec, TracePart, XentraceSpec } from '@steelyard/traces'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound, unprocessable } from '../../errors.ts'
import { exportLane } from '../../threads/lanes.ts'
import { nothingInPart } from '../nothing-in-part.ts'
import { tracedSourcesOf } from '../requests/traced-sources.ts'
import { sendMadeFile } from '../room/send-made-file.ts'
import { forThread } from '../stored-file.ts'
import { sourceSpec } from '../stored-source.ts'
import { toAppError } from '../trace-trouble.ts'
import { loadUpload, type UploadWithSources } from '../upload-row.ts'
import type { PartToWrite, writePart } from './write-part.ts'

interface AskedPart {
  fromSeconds: number
  seconds: number
}

/**
 * Sends part of a trace with the requests in it.
 * @throws AppError `source-not-found`, `not-a-schedule`, `nothing-in-part`; as a reading, `sendMadeFile`
 *   and `exportLane` do
 */
export async function sendForPerfetto(
  deps: Deps,
  actor: Actor,
  reply: FastifyReply,
  params: { id: string; sourceId: string },
  { fromSeconds, seconds }: AskedPart,
): Promise<void> {
  const upload = await loadUpload(deps.db, params.id)
  const source = upload.sources.find(({ id }) => id === params.sourceId)
  const file = upload.files.find(({ id }) => id === source?.fileId)
  if (!source || !file) throw notFound('source')
  const part = { fromSeconds, toSeconds: fromSeconds + seconds }
  const question = {
    file: forThread(deps.config.files, file),
    path: source.path,
    spec: xentraceSpecOf(sourceSpec.readIfAny(source.spec)),
    part,
    logs: logsBeside(deps, upload, part, source.id),
  }
  const download = { reply, actor, fileName: `${source.id}.pftrace` }
  await sendMadeFile(deps, download, async (place, signal) => {
    const { readToSeconds, bytes } = await exportLane
      .run<typeof writePart>(
        {
          module: new URL('./write-part.ts', import.meta.url),
          name: 'writePart',
          question: { ...question, place },
        },
        signal,
      )
      .catch((error: unknown) => {
        throw toAppError(error, file.name)
      })
    if (bytes === 0) throw nothingInPart(readToSeconds, fromSeconds)
  })
}

/** A trace can be shown without the requests, which need an access log beside it. */
function logsBeside(
  { config }: Deps,
  upload: UploadWithSources,
  part: TracePart,
  traceId: string,
): PartToWrite['logs'] {
  if (part.toSeconds - part.fromSeconds > MAX_TRACED_SECONDS)
    return { without: `they are shown in parts of up to ${MAX_TRACED_SECONDS} s` }
  try {
    return { sources: tracedSourcesOf(config, upload, part, traceId).sources }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Where no requests were logged, none are left out.
    return { without: error.code === 'no-access-log' ? null : error.message }
  }
}

function xentraceSpecOf(spec: SourceSpec | null): XentraceSpec {
  if (spec?.kind === 'xentrace') return spec
  throw unprocessable(
    'not-a-schedule',
    'Only a trace of xentrace whose questions are answered says which vCPU ran when.',
  )
}
