import type { SourceReport as ShownReport } from '@steelyard/contract'
import {
  eachMember,
  formatOf,
  ObservationBuilder,
  readSource,
  type SourceReport,
} from '@steelyard/traces'
import type { Files } from '../../files/files.ts'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import { asUploaded } from '../stored-file.ts'
import { sourceSpec } from '../stored-source.ts'
import { toAppError } from '../trace-trouble.ts'
import { ArrivalKeeper } from './latest-arrivals.ts'
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

export interface ReadWatch {
  signal: AbortSignal
  onProgress(progress: { bytes: number; lines: number; rejected: number }): void
}

/**
 * Reads every included source from beginning to end into one set of observations. Only the sums are
 * kept of each file, and the latest requests of all.
 * @throws AppError when a source is damaged or is not of the format detected
 */
export async function readObservations(
  store: Files,
  plan: ReadPlan,
  watch: ReadWatch,
): Promise<ReadResult> {
  const { windowSeconds, originEpochSeconds } = plan
  const latest = ArrivalKeeper.ofLatest()
  const builder = new ObservationBuilder({ windowSeconds, originEpochSeconds, alsoInto: latest })
  const reports = new Map<string, ShownReport>()
  const totals = { bytes: 0, lines: 0, rejected: 0 }
  for (const file of cpuFirst(plan)) {
    const wanted = plan.sources.filter((source) => source.fileId === file.id)
    await readFile(store, file, wanted, { builder, reports, totals, watch })
    totals.bytes += Number(file.sizeBytes)
  }
  return { set: { ...builder.finish(), arrivals: latest.finish() }, reports }
}

/** Where logs cover more time than the builder has windows for, it keeps those near the CPU trace. */
function cpuFirst({ files, sources }: ReadPlan): UploadFileModel[] {
  const observedIn = ({ id }: UploadFileModel) =>
    sources.flatMap(({ fileId, spec }) =>
      fileId === id ? formatOf(sourceSpec.read(spec)).observes : [],
    )
  const isTrace = (file: UploadFileModel) => observedIn(file).includes('cpu')
  return files
    .filter((file) => observedIn(file).length > 0)
    .toSorted((a, b) => Number(isTrace(b)) - Number(isTrace(a)))
}

interface Reading {
  builder: ObservationBuilder
  reports: Map<string, ShownReport>
  totals: { bytes: number; lines: number; rejected: number }
  watch: ReadWatch
}

async function readFile(
  store: Files,
  file: UploadFileModel,
  sources: readonly SourceModel[],
  { builder, reports, totals, watch }: Reading,
): Promise<void> {
  let bytes = 0
  let here = { lines: 0, rejected: 0 }
  const reportProgress = () =>
    watch.onProgress({
      bytes: totals.bytes + bytes,
      lines: totals.lines + here.lines,
      rejected: totals.rejected + here.rejected,
    })
  const onBytes = (read: number) => {
    bytes = read
    reportProgress()
  }
  const options = { onBytes, signal: watch.signal }
  await eachMember(
    asUploaded(store, file),
    async (member, content) => {
      const source = sources.find((row) => row.path === member.path)
      if (!source) return
      const spec = sourceSpec.read(source.spec)
      const options = {
        path: source.path,
        signal: watch.signal,
        onProgress: ({ lines, rejected }: { lines: number; rejected: number }) => {
          here = { lines, rejected }
          reportProgress()
        },
      }
      const report = await readSource(content, spec, builder, options)
      reports.set(source.id, toShown(report))
      totals.lines += report.lines
      totals.rejected += report.rejected
      here = { lines: 0, rejected: 0 }
    },
    options,
  ).catch((error: unknown) => {
    throw toAppError(error, file.name)
  })
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
