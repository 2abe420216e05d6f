import { twinOfLoad } from '@steelyard/analysis'
import type { FilledQuestion, TwinRunResult } from '@steelyard/contract'
import {
  runTwin as playRuns,
  type TwinConfig,
  TwinError,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { loadArrivals } from '../analyses/replay/stored-arrivals.ts'
import type { Prisma } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import { askedConfig } from './asked-config.ts'
import { overheadFactorOf } from './asked-load.ts'
import { boundedSeconds, boundNotes } from './bounded-seconds.ts'
import { asAnalysed } from './fill-question.ts'
import { loadGround } from './forecast-ground.ts'
import { pairedChanges } from './paired-changes.ts'
import { playedSeconds } from './played-seconds.ts'
import { requirePlayable } from './require-playable.ts'
import { runTwinKind } from './run-twin.kind.ts'
import { cdfGridSeconds } from './thin-cdf.ts'
import { twinNotes } from './twin-notes.ts'
import { twinRunDomains } from './twin-run-domains.ts'
import { storedQuestion } from './twin-run-row.ts'

/** The same for both hosts of every question: what differs between them is the question's doing. */
const SEED = 1
/** Requests that are under way at the end are followed so long. */
const DRAIN_SECONDS = 60

type Context = JobContext<{ twinRunId: string; replications: number }>

/** Worker: plays the host as it is and as the question has it, in threads. */
export const runTwin = handleJob(runTwinKind, async (context) => {
  const { deps, payload } = context
  const row = await deps.db.twinRun.findUnique({ where: { id: payload.twinRunId } })
  if (!row) throw gone()
  if (row.result !== null) return undefined
  const result = await answer(context, row.analysisId, storedQuestion(row.question))
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, context)
    const { count } = await tx.twinRun.updateMany({
      where: { id: row.id },
      data: {
        result: result as unknown as Prisma.InputJsonObject,
        finishedAt: new Date(),
      },
    })
    if (count === 0) throw gone()
  })
  return { simulatedSeconds: result.simulatedSeconds }
})

function gone(): AppError {
  return unprocessable('analysis-gone', 'The analysis was deleted before the twin had answered.')
}

async function answer(
  context: Context,
  analysisId: string,
  question: FilledQuestion,
): Promise<TwinRunResult> {
  const { deps, payload, progress } = context
  progress({ stage: 'Building the twin', done: null, total: null, unit: null, message: null })
  const { known } = await loadGround(deps.db, analysisId)
  const recorded = await loadArrivals(deps.db, analysisId)
  const wantedSeconds = playedSeconds(known, recorded)
  context.signal.throwIfAborted()
  try {
    const twin = twinOfLoad(requirePlayable(known), recorded)
    const cdfAtSeconds = cdfGridSeconds(known.load)
    const configOf = (asked: FilledQuestion) =>
      askedConfig(twin.config, asked, wantedSeconds, overheadFactorOf(known, asked))
    const hosts = { now: configOf(asAnalysed(known)), asked: configOf(question) }
    const { replications } = payload
    const horizonSeconds = boundedSeconds(
      wantedSeconds,
      Object.values(hosts).map((config) => ({ config, runs: replications })),
    )
    const play = async (config: TwinConfig, stage: string, done: number) =>
      playConfig(context, config, { horizonSeconds, cdfAtSeconds, stage, done })
    const now = await play(hosts.now, 'Playing the host as it is', 0)
    const asked = await play(hosts.asked, 'Playing the host as asked', replications)
    return {
      now: twinRunDomains(now.summary, cdfAtSeconds, known.measured),
      asked: twinRunDomains(asked.summary, cdfAtSeconds, known.measured),
      changes: pairedChanges(now.runs, asked.runs),
      arrivals: twin.arrivals,
      replications,
      simulatedSeconds: horizonSeconds,
      notes: [
        ...twin.notes,
        ...boundNotes(horizonSeconds, wantedSeconds, 'both hosts'),
        ...twinNotes({
          known,
          twin,
          question,
          horizonSeconds: wantedSeconds,
          now: now.summary,
          asked: asked.summary,
        }),
      ],
    }
  } catch (error) {
    if (!(error instanceof TwinError) || error.code === 'stopped') throw error
    throw unprocessable('twin-cannot-play', `The twin cannot play this: ${error.message}`)
  }
}

async function playConfig(
  { payload: { replications }, signal, progress }: Context,
  config: TwinConfig,
  run: { horizonSeconds: number; cdfAtSeconds: number[]; stage: string; done: number },
): Promise<{ summary: TwinSummary; runs: TwinResult[] }> {
  const { horizonSeconds, cdfAtSeconds, stage } = run
  const report = (fraction: number) =>
    progress({
      stage,
      total: 2 * replications,
      unit: 'replications',
      message: null,
      done: run.done + Math.floor(fraction * replications),
    })
  report(0)
  const runs: TwinResult[] = []
  const summary = await playRuns(config, {
    seed: SEED,
    replications,
    signal,
    cdfAtSeconds,
    horizonSeconds,
    drainSeconds: DRAIN_SECONDS,
    onProgress: report,
    onResult: (result) => void runs.push(result),
  })
  return { summary, runs }
}
