import type { SourceReport } from '@steelyard/contract'
import {
  type SourceSpec,
  TraceError,
  type TraceErrorCode,
  type TracePart,
  type XentraceSpec,
} from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import { unprocessable } from '../../errors.ts'
import { runInThread } from '../../threads/run-in-thread.ts'
import { Gate } from '../gate.ts'
import { asUploaded } from '../inspection/read-members.ts'
import { toAppError } from '../inspection/trace-trouble.ts'
import { nothingInPart } from '../nothing-in-part.ts'
import { loadUpload } from '../upload-row.ts'
import { keepParts } from './keep-parts.ts'
import type { TracedRecording, TracedSources } from './read-traced-part.ts'

/** Reading uses the disk and a processor, which other requests need too. */
const gate = new Gate({ places: 1, patienceMs: 60_000 })

/** The parts that were last looked at: the questions of a page are about the same one. */
const kept = keepParts((sources) => gate.run(() => readInThread(sources)))

/**
 * Reads the schedule of all domains and the logged requests in part of an upload's trace, in a thread
 * of its own.
 * @param traceId the source that is the trace; default the first one
 * @throws AppError `upload-not-found`, `no-schedule`, `no-access-log`, `nothing-in-part`, `busy`; as a
 *   reading does
 */
export async function loadTracedPart(
  deps: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  part: TracePart,
  traceId?: string,
): Promise<TracedRecording & { lengthSeconds: number | null }> {
  const { lengthSeconds, ...sources } = await sourcesOf(deps, uploadId, part, traceId)
  const recording = await kept
    .forceFetch(JSON.stringify(sources), { context: sources })
    .catch((error: unknown) => {
      throw toAppError(error)
    })
  if (recording.schedule.at.length > 0) return { ...recording, lengthSeconds }
  throw nothingInPart(recording.readToSeconds, part.fromSeconds)
}

async function sourcesOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  part: TracePart,
  traceId: string | undefined,
): Promise<TracedSources & { lengthSeconds: number | null }> {
  const upload = await loadUpload(db, uploadId)
  const settled = upload.sources.flatMap(({ included, spec, ...source }) =>
    included && spec ? [{ ...source, spec: spec as unknown as SourceSpec }] : [],
  )
  const trace = settled.find(({ id, spec }) => spec.kind === 'xentrace' && id === (traceId ?? id))
  if (!trace) throw noSchedule()
  const logs = settled.filter((source) => source.spec.kind === 'access-log')
  if (logs.length === 0) throw noAccessLog()
  const wanted = [trace, ...logs]
  const files = upload.files
    .map((file) => ({
      file: asUploaded(config, file),
      members: wanted
        .filter(({ fileId }) => fileId === file.id)
        .map(({ path, spec }) => ({ path, spec })),
    }))
    .filter(({ members }) => members.length > 0)
  const { startEpochSeconds } = trace.spec as XentraceSpec
  return {
    startEpochSeconds,
    part,
    files,
    lengthSeconds: lengthOf(trace.report, startEpochSeconds),
  }
}

/** From the reading of the whole trace. */
function lengthOf(report: unknown, startEpochSeconds: number): number | null {
  const lastAt = (report as SourceReport | null)?.lastAt
  return lastAt ? Date.parse(lastAt) / 1000 - startEpochSeconds : null
}

type Said = { code: TraceErrorCode; message: string } & ConstructorParameters<typeof TraceError>[2]

function readInThread(question: TracedSources): Promise<TracedRecording> {
  return runInThread({
    module: new URL('./read-traced-part.ts', import.meta.url),
    name: 'readTracedPart',
    question,
    knownError: 'TraceError',
    revive: ({ code, message, ...detail }: Said) => new TraceError(code, message, detail),
  })
}

function noSchedule() {
  return unprocessable(
    'no-schedule',
    'The recording has no trace of xentrace whose questions are answered, and only such a trace says which vCPU ran when. Record the host again with xentrace.',
  )
}

function noAccessLog() {
  return unprocessable(
    'no-access-log',
    'The recording has no access log of a guest, so it is not known when requests came. Record again and follow the log of a guest.',
  )
}
