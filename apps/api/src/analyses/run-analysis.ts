import {
  type AnalyseWatch,
  AnalysisError,
  type AnalysisLoad,
  analyseHost,
  type DomainArrivals,
  type HostAnalysis,
  hostScheduling,
  recordedHostOf,
  type TimeSpan,
} from '@steelyard/analysis'
import type { SourceReport, Verdict } from '@steelyard/contract'
import { ModelInputError } from '@steelyard/model'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { epochSecondsOf } from '../epoch.ts'
import { unprocessable } from '../errors.ts'
import type { SourceModel } from '../generated/prisma/models.ts'
import { handleJob } from '../jobs/handle-job.ts'
import { gaveNothing } from '../uploads/gave-nothing.ts'
import { arrivalsWithin } from '../uploads/observations/latest-arrivals.ts'
import { type ObservedSources, observeSources } from '../uploads/observations/observe-sources.ts'
import type { KnownObservations } from '../uploads/observations/stored-observations.ts'
import { awaitReading } from '../uploads/readings/await-reading.ts'
import { stateOf } from '../uploads/source-state.ts'
import { sourceReport } from '../uploads/stored-source.ts'
import { analysisTrouble } from './analysis-trouble.ts'
import { type AnalysisInputs, gatherInputs, uploadsOf } from './gather-inputs.ts'
import { verdictOf } from './present/present-verdict.ts'
import { settingsOf, targetsInSeconds } from './present/settings-of.ts'
import { collectArrivals, isCpuTrace, isRequests } from './replay/collect-arrivals.ts'
import { type AnalysisContext, runAnalysisKind } from './run-analysis.kind.ts'
import { storeAnalysis } from './store-analysis.ts'
import { observeWatched } from './watched/observe-watched.ts'
import { watchedArrivals } from './watched/watched-arrivals.ts'

/** What to start after an analysis, within the transaction that stores it. */
type AfterAnalysis = (
  deps: Deps,
  tx: Tx,
  done: {
    analysis: Pick<AnalysisInputs, 'id' | 'createdById'>
    verdict: Verdict
    load: AnalysisLoad
  },
) => Promise<void>

/** Reads, estimates, optimises and stores. Nothing is stored before everything is complete. */
export const runAnalysis = (afterwards: AfterAnalysis) =>
  handleJob(runAnalysisKind, (context) => run(context, afterwards))

async function run(context: AnalysisContext, afterwards: AfterAnalysis) {
  const { analysisId } = context.payload
  await awaitReading(context, await uploadsOf(context.deps.db, analysisId))
  // Only now, because the sources' reports come with the reading: without them all is read again.
  const inputs = await gatherInputs(context.deps.db, analysisId)
  const observed = inputs.watched
    ? await observeWatched(context.deps, inputs, inputs.watched)
    : await observeSources(context, inputs)
  const analysed = await analyse(context, inputs, observed)
  context.signal.throwIfAborted()
  const verdict = verdictOf(analysed.result)
  context.progress({ stage: 'Storing' })
  await context.deps.db.$transaction(
    async (tx) => {
      await storeAnalysis(tx, context, inputs, { ...observed, ...analysed })
      await afterwards(context.deps, tx, { analysis: inputs, verdict, load: analysed.load })
    },
    { timeout: 300_000 },
  )
  return { verdict, windows: analysed.result.windows }
}

async function analyse(
  context: AnalysisContext,
  inputs: AnalysisInputs,
  { known, fresh }: ObservedSources,
): Promise<HostAnalysis> {
  const { facts, options, sources, copies, recordings } = inputs
  const reports = sources.map((source) => reportOf(source, fresh?.reports.get(source.id)))
  const said = { ...options, logged: reports.flatMap(({ connections }) => connections ?? []) }
  return analyseHost(
    {
      scheduling: hostScheduling(facts),
      host: recordedHostOf(known, recordings, said, facts),
      settings: settingsOf(options),
      targets: targetsInSeconds(inputs.targets),
      sources: sources.map(({ path }, index) => readSourceOf(path, reports[index]!)),
      notes: [...known.notes, ...copies.map(copyNote), ...sources.flatMap(clockNote)],
      facts,
      outcomes: inputs.outcomes,
      hasTrace: known.observations.some(({ cpu }) => cpu) || sources.some(isCpuTrace),
      readArrivals: (stretch) => readArrivals(context, inputs, known, stretch),
    },
    watchOf(context),
  ).catch((error: unknown) => {
    if (error instanceof AnalysisError) throw analysisTrouble(error.problem, inputs.watched)
    if (error instanceof ModelInputError) throw unprocessable(error.code, error.message)
    throw error
  })
}

function watchOf({ signal, progress }: AnalysisContext): AnalyseWatch {
  return {
    signal,
    onEstimating: (done, total) => progress({ stage: 'Estimating', done, total, unit: 'windows' }),
    onPlaying: (done, total) =>
      progress({ stage: 'Playing the recording', done, total, unit: 'replications' }),
    onOptimising: (total) => progress({ stage: 'Optimising weights', total, unit: 'domains' }),
  }
}

async function readArrivals(
  { deps, signal, progress }: AnalysisContext,
  { files, sources, watched }: AnalysisInputs,
  known: KnownObservations,
  stretch: TimeSpan,
): Promise<DomainArrivals[] | null> {
  if (watched) return watchedArrivals(deps, watched.hostId, stretch)
  const kept = known.arrivals && arrivalsWithin(known.arrivals, stretch)
  if (kept) return kept
  const logs = sources.filter(isRequests)
  const wanted = files.filter(({ id }) => logs.some(({ fileId }) => fileId === id))
  const total = wanted.reduce((sum, file) => sum + Number(file.sizeBytes), 0)
  return collectArrivals(deps.files, { files: wanted, sources: logs }, stretch, {
    signal,
    onBytes: (done) => progress({ stage: 'Reading arrivals', done, total, unit: 'bytes' }),
  })
}

function reportOf(source: SourceModel, fresh: SourceReport | undefined): SourceReport {
  return fresh ?? sourceReport.read(source.report)
}

function readSourceOf(path: string, report: SourceReport) {
  const { lines, rejected, notes } = report
  return { path, lines, rejected, gaveNothing: gaveNothing(report), notes }
}

function copyNote({ path }: SourceModel): string {
  return `${path} is in two of the uploads with the same content: it counts once.`
}

/** A clock found from the pattern of the load is a confirmed estimate, not a reading. */
function clockNote(source: SourceModel): string[] {
  const { facts, settings } = stateOf(source)
  if (!facts.aligned || !settings.startedAt) return []
  const offset = epochSecondsOf(settings.startedAt) - facts.aligned.startEpochSeconds
  if (Math.abs(offset) > 0.5) return []
  return [
    `The clock of ${source.path} is estimated: its CPU use follows the requests with a correlation of ${facts.aligned.correlation.toFixed(2)}.`,
  ]
}
