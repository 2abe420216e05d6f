import type { DomainArrivals, EstimatedWindow, Stretch } from '@steelyard/analysis'
import { type Analysed, AnalysisError, analyseHost, hostScheduling } from '@steelyard/analysis'
import {
  AnalysisOptions,
  type HostFacts,
  type SlaTarget,
  type SourceReport,
} from '@steelyard/contract'
import { ModelInputError } from '@steelyard/model'
import type { Recording, SourceSpec } from '@steelyard/traces'
import type { HostInventory } from '@steelyard/xen'
import type { Prisma, Tx } from '../db.ts'
import { unprocessable } from '../errors.ts'
import type { SourceModel, UploadFileModel } from '../generated/prisma/models.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import { startLevers } from '../lab/start-levers.ts'
import { knownHost } from '../uploads/inspection/known-host.ts'
import { savedXlOutputs } from '../uploads/known-host-of.ts'
import { stateOf } from '../uploads/source-state.ts'
import { filesInOrder, sourcesInOrder } from '../uploads/upload-row.ts'
import { targetsInOrder } from './analysis-row.ts'
import { analysisTrouble } from './analysis-trouble.ts'
import { observationKey } from './observations/observation-key.ts'
import { type ReadResult, readObservations } from './observations/read-observations.ts'
import {
  findObservationSet,
  type KnownObservations,
  loadObservations,
  storeObservations,
} from './observations/stored-observations.ts'
import { originOf, recordedHostOf, startOf } from './recorded-host-of.ts'
import { collectArrivals, isRequests } from './replay/collect-arrivals.ts'
import { storeArrivals } from './replay/stored-arrivals.ts'
import { runAnalysisKind } from './run-analysis.kind.ts'

type Context = JobContext<{ analysisId: string }>

const ROWS_PER_INSERT = 1000

interface Material {
  id: string
  /** null: the system itself, as with imported samples. */
  createdById: string | null
  options: AnalysisOptions
  targets: SlaTarget[]
  /** At the end of the last recording. */
  facts: HostFacts
  uploadIds: string[]
  files: UploadFileModel[]
  sources: SourceModel[]
  recordings: Recording[]
  /** As the host was read last; null when it is not connected. */
  inventory: HostInventory | null
}

/** Read, estimate, optimise, store. Nothing is stored before all of it is there. */
export const runAnalysis = handleJob(runAnalysisKind, async (context) => {
  const material = await gather(context)
  const made = await observe(context, material)
  const { facts, options, targets, sources } = material
  const analysed = await analyseHost(
    {
      scheduling: hostScheduling(facts.scheduler?.value, material.recordings, material.inventory),
      host: recordedHostOf(made.known, material.recordings, options, facts),
      options,
      targets,
      sources: sources.map((source) => readSourceOf(source, made.fresh?.reports.get(source.id))),
      notes: [...made.known.notes, ...sources.flatMap(clockNote)],
      facts,
      readArrivals: (stretch) => readArrivals(context, material, stretch),
    },
    {
      signal: context.signal,
      onEstimating: (done, total) =>
        context.progress({ stage: 'Estimating', done, total, unit: 'windows', message: null }),
      onPlaying: (done, total) =>
        context.progress({
          stage: 'Playing the recording',
          done,
          total,
          unit: 'replications',
          message: null,
        }),
      onOptimising: (total) =>
        context.progress({
          stage: 'Optimising weights',
          done: null,
          total,
          unit: 'domains',
          message: null,
        }),
    },
  ).catch((error: unknown) => {
    if (error instanceof AnalysisError) throw analysisTrouble(error.problem)
    if (error instanceof ModelInputError) throw unprocessable(error.code, error.message)
    throw error
  })
  context.signal.throwIfAborted()
  context.progress({ stage: 'Storing', done: null, total: null, unit: null, message: null })
  await context.deps.db.$transaction(
    (tx) => store(tx, context, material, { ...made, ...analysed }),
    { timeout: 300_000 },
  )
  const { verdict, windows } = analysed.result
  return { verdict, windows }
})

async function gather({ deps, payload }: Context): Promise<Material> {
  const analysis = await deps.db.analysis.findUnique({
    where: { id: payload.analysisId },
    include: {
      targets: targetsInOrder,
      host: { include: { domains: { where: { goneAt: null } } } },
      uploads: {
        include: { files: filesInOrder, sources: sourcesInOrder },
        orderBy: { id: 'asc' },
      },
    },
  })
  if (!analysis) throw unprocessable('analysis-gone', 'This analysis was deleted before it ran.')
  const { uploads } = analysis
  const recordings = uploads
    .flatMap((upload) => (upload.recording as unknown as Recording | null) ?? [])
    .sort((a, b) => startOf(a) - startOf(b))
  return {
    id: analysis.id,
    createdById: analysis.createdById,
    options: AnalysisOptions.parse(analysis.options),
    targets: analysis.targets,
    facts: knownHost({
      recording: recordings.at(-1) ?? null,
      xl: savedXlOutputs(uploads.flatMap((upload) => upload.sources)),
      host: analysis.host,
    }).facts,
    uploadIds: uploads.map((upload) => upload.id),
    files: uploads.flatMap((upload) => upload.files),
    sources: uploads.flatMap((upload) =>
      upload.sources.filter((source) => source.included && source.spec !== null),
    ),
    recordings,
    inventory: analysis.host.inventory as unknown as HostInventory | null,
  }
}

interface Made {
  key: string
  known: KnownObservations
  /** Null when the observations were there already. */
  fresh: ReadResult | null
}

/** From the database when the same bytes were read in the same way before; else from the files. */
async function observe(context: Context, material: Material): Promise<Made> {
  const { files, sources, recordings, options } = material
  const { windowSeconds } = options
  const originEpochSeconds = originOf(recordings, windowSeconds)
  const key = observationKey({
    windowSeconds,
    originEpochSeconds,
    sources: sources.map(({ fileId, path, spec }) => ({
      sha256: files.find((file) => file.id === fileId)!.sha256 ?? '',
      path,
      spec: spec as unknown as SourceSpec,
    })),
  })
  const set = await findObservationSet(context.deps.db, key)
  // A set whose sources lack a report was read for another upload: read again, to have the reports.
  if (set && sources.every((source) => source.report !== null)) {
    return { key, known: await loadObservations(context.deps.db, set), fresh: null }
  }
  const read = sources.map((source) => source.fileId)
  const wanted = files.filter((file) => read.includes(file.id))
  const total = wanted.reduce((sum, file) => sum + Number(file.sizeBytes), 0)
  const fresh = await readObservations(
    context.deps.config,
    { files: wanted, sources, windowSeconds, originEpochSeconds },
    {
      signal: context.signal,
      onProgress: ({ bytes, lines, rejected }) =>
        context.progress({
          stage: 'Reading',
          done: bytes,
          total,
          unit: 'bytes',
          message: `${lines.toLocaleString('en')} lines read, ${rejected.toLocaleString('en')} rejected`,
        }),
    },
  )
  return { key, known: fresh.set, fresh }
}

function readArrivals(
  { deps, signal, progress }: Context,
  { files, sources }: Material,
  stretch: Stretch,
): Promise<DomainArrivals[]> {
  const logs = sources.filter(isRequests)
  const wanted = files.filter(({ id }) => logs.some(({ fileId }) => fileId === id))
  const total = wanted.reduce((sum, file) => sum + Number(file.sizeBytes), 0)
  return collectArrivals(deps.config, { files: wanted, sources: logs }, stretch, {
    signal,
    onBytes: (done) =>
      progress({ stage: 'Reading arrivals', done, total, unit: 'bytes', message: null }),
  })
}

function readSourceOf(source: SourceModel, fresh: SourceReport | undefined) {
  const report = fresh ?? (source.report as unknown as SourceReport)
  return {
    path: source.path,
    lines: report.lines,
    rejected: report.rejected,
    notes: report.notes,
  }
}

/** A clock that came from the pattern of the load is a confirmed estimate, not a reading. */
function clockNote(source: SourceModel): string[] {
  const { facts, settings } = stateOf(source)
  if (!facts.aligned || !settings.startedAt) return []
  const offset = Date.parse(settings.startedAt) / 1000 - facts.aligned.startEpochSeconds
  if (Math.abs(offset) > 0.5) return []
  return [
    `The clock of ${source.path} is estimated: its CPU use follows the requests with a correlation of ${facts.aligned.correlation.toFixed(2)}.`,
  ]
}

async function store(
  tx: Tx,
  context: Context,
  { id, createdById, uploadIds }: Material,
  { key, known, fresh, result, rows, load, arrivals }: Made & Analysed,
): Promise<void> {
  await holdOwnJob(tx, context)
  const observationSetId = await storeObservations(tx, key, known, uploadIds)
  for (const [sourceId, report] of fresh?.reports ?? []) {
    await tx.source.update({ where: { id: sourceId }, data: { report } })
  }
  await storeRows(tx, id, rows)
  await storeArrivals(tx, id, arrivals)
  await tx.analysis.update({
    where: { id },
    data: {
      verdict: result.verdict,
      result: result as unknown as Prisma.InputJsonObject,
      load: load as unknown as Prisma.InputJsonObject,
      observationSetId,
      finishedAt: new Date(),
    },
  })
  await startLevers(context.deps, tx, {
    analysis: { id, createdById },
    verdict: result.verdict,
    load,
  })
}

async function storeRows(
  tx: Tx,
  analysisId: string,
  rows: readonly EstimatedWindow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await tx.analysisWindow.createMany({
      data: rows.slice(from, from + ROWS_PER_INSERT).map((row) => ({
        analysisId,
        domain: row.domain,
        windowStart: new Date(row.startEpochSeconds * 1000),
        values: row.values as unknown as Prisma.InputJsonObject,
      })),
    })
  }
}
