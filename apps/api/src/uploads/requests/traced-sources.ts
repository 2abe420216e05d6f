import type { SourceReport } from '@steelyard/contract'
import type { TracePart, XentraceSpec } from '@steelyard/traces'
import type { Config } from '../../config.ts'
import { unprocessable } from '../../errors.ts'
import { forThread } from '../stored-file.ts'
import { sourceSpec } from '../stored-source.ts'
import type { UploadWithSources } from '../upload-row.ts'
import type { TracedSources } from './read-traced-part.ts'

/**
 * What has to be read to see the requests in part of an upload's trace, and how long the whole trace
 * is, if that is known.
 * @param traceId the source that is the trace; default the first one
 * @throws AppError `no-schedule`, `no-access-log`
 */
export function tracedSourcesOf(
  config: Config,
  upload: UploadWithSources,
  part: TracePart,
  traceId?: string,
): { sources: TracedSources; lengthSeconds: number | null } {
  const settled = upload.sources.flatMap(({ included, spec, ...source }) =>
    included && spec ? [{ ...source, spec: sourceSpec.read(spec) }] : [],
  )
  const trace = settled.find(({ id, spec }) => spec.kind === 'xentrace' && id === (traceId ?? id))
  if (!trace) throw noSchedule()
  const logs = settled.filter((source) => source.spec.kind === 'access-log')
  if (logs.length === 0) throw noAccessLog()
  const wanted = [trace, ...logs]
  const files = upload.files
    .map((file) => ({
      file: forThread(config.files, file),
      members: wanted
        .filter(({ fileId }) => fileId === file.id)
        .map(({ path, spec }) => ({ path, spec })),
    }))
    .filter(({ members }) => members.length > 0)
  const { startEpochSeconds } = trace.spec as XentraceSpec
  return {
    sources: { startEpochSeconds, part, files },
    lengthSeconds: lengthOf(trace.report, startEpochSeconds),
  }
}

/** From the reading of the whole trace. */
function lengthOf(report: unknown, startEpochSeconds: number): number | null {
  const lastAt = (report as SourceReport | null)?.lastAt
  return lastAt ? Date.parse(lastAt) / 1000 - startEpochSeconds : null
}

function noSchedule() {
  return unprocessable(
    'no-schedule',
    'The recording has no trace of xentrace whose questions are answered. Only such a trace says which vCPU ran when. Record the host again with xentrace.',
  )
}

function noAccessLog() {
  return unprocessable(
    'no-access-log',
    'The recording has no access log of a guest, so it is not known when requests came. Record again and follow the log of a guest.',
  )
}
