import type { SourceReport as ShownReport } from '@steelyard/contract'
import type { SourceReport } from '@steelyard/traces'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import { asUploaded } from '../stored-file.ts'
import { sourceSpec } from '../stored-source.ts'
import { ObservationReader, type ReadProgress } from './observation-reader.ts'
import { planParts } from './parts/plan-parts.ts'
import { readInParts } from './parts/read-in-parts.ts'
import type { KnownObservations } from './stored-observations.ts'

export interface ReadPlan {
  files: readonly UploadFileModel[]
  /** The included sources that have a spec. */
  sources: readonly SourceModel[]
  windowSeconds: number
  originEpochSeconds: number
}

export interface ReadResult {
  set: KnownObservations
  reports: ReadonlyMap<string, ShownReport>
}

/**
 * Reads every included source from beginning to end into one set of observations. Large logs are read
 * by all workers at once.
 * @throws AppError when a source is damaged or is not of the format detected
 */
export async function readObservations(
  context: Pick<JobContext<unknown>, 'deps' | 'jobId' | 'signal'>,
  { files, sources, ...options }: ReadPlan,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadResult> {
  const { deps, signal } = context
  const { here, parts } = await planParts(deps.files, files, sources)
  let read: ReadProgress = { bytes: 0, lines: 0, rejected: 0 }
  const report = (progress: ReadProgress) => {
    read = progress
    onProgress(progress)
  }
  const reader = new ObservationReader(options, { signal, onProgress: report })
  for (const file of here) {
    const its = sources.filter(({ fileId }) => fileId === file.id)
    const specs = its.map(({ id, path, spec }) => ({ id, path, spec: sourceSpec.read(spec) }))
    await reader.read(asUploaded(deps.files, file), specs)
  }
  if (parts.length > 0) {
    const { focus } = reader
    const before = read
    await readInParts(
      context,
      parts.map((part) => ({ ...part, ...options, focus })),
      (more) =>
        onProgress({
          bytes: before.bytes + more.bytes,
          lines: before.lines + more.lines,
          rejected: before.rejected + more.rejected,
        }),
      (found, { bytes }) => reader.add(found, bytes !== null && bytes.from > 0),
    )
  }
  const reports = [...reader.reports].map(([id, each]) => [id, toShown(each)] as const)
  return { set: reader.finish(), reports: new Map(reports) }
}

function toShown(report: SourceReport): ShownReport {
  return {
    lines: report.lines,
    accepted: report.accepted,
    rejected: report.rejected,
    examples: report.examples.map(({ line, column, excerpt, reason, expected }) => ({
      line,
      column: typeof column === 'number' ? column : null,
      excerpt,
      reason: typeof column === 'string' ? `${column}: ${reason}` : reason,
      expected: expected || null,
    })),
    firstAt: timeOf(report.firstAtEpochSeconds),
    lastAt: timeOf(report.lastAtEpochSeconds),
    connections: report.connections ?? null,
    setAside: report.setAside ?? null,
    notes: report.notes,
  }
}

function timeOf(epochSeconds: number | undefined): string | null {
  return epochSeconds === undefined ? null : new Date(epochSeconds * 1000).toISOString()
}
