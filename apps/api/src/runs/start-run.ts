import { PREDICTION_SEEDS } from '@steelyard/analysis'
import type { RunQuestion } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Db, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict, invalid, notFound, unprocessable } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { assessRealTime } from '../lab/assess-real-time.ts'
import { unfinished } from '../queue/job-row.ts'
import { askHostBy } from './ask-host.ts'
import { enqueueRun } from './enqueue-run.ts'
import { loadAnalysedHost } from './load-analysed-host.ts'
import { requirePlayable } from './load-host-to-play.ts'
import { playRunKind } from './play-run.kind.ts'
import { loadRun, type RunRow } from './run-row.ts'
import { analysisOf, type StoredQuestion } from './stored-question.ts'

/** As many as a person compares at a time. All runs wait in one queue, and each takes minutes. */
const MOST_UNFINISHED = 3

const MOST_LAB_REPLICATIONS = 20

interface RunInput {
  question: RunQuestion
  replications: number
}

/**
 * Stores what the twin is to simulate and enqueues it for the worker.
 * @throws AppError as `loadAnalysedHost`, `requirePlayable`, `askHostBy`, `assessRealTime` and
 *   `requireRoomToPlay` do; `nothing-to-pin`
 */
export async function startRun(
  deps: Deps,
  actor: Actor,
  input: RunInput,
): Promise<{ run: RunRow; job: JobModel }> {
  refuseTooMany(input)
  const replications = Math.max(input.replications, fewestFor(input.question))
  const question = await answerable(deps.db, input.question)
  const createdById = actor.principal.userId
  return deps.db.$transaction(async (tx) => {
    await requireRoomToPlay(tx, createdById)
    await holdAnalysis(tx, analysisOf(question))
    const { id } = await enqueueRun(deps, tx, actor, { question, replications, createdById })
    const run = await loadRun(tx, id)
    return { run, job: run.job! }
  })
}

/** Predictions come from the seeds of the analysis, so that they are the same everywhere. */
function fewestFor({ kind }: RunQuestion): number {
  const isPrediction = kind === 'what-if' || kind === 'headroom' || kind === 'levers'
  return isPrediction ? PREDICTION_SEEDS.length : 0
}

function refuseTooMany({ question: { kind }, replications }: RunInput): void {
  if (kind === 'what-if' || replications <= MOST_LAB_REPLICATIONS) return
  throw invalid('body.replications', `the lab accepts at most ${MOST_LAB_REPLICATIONS}`)
}

/** Checks what can be checked before anything is simulated. */
async function answerable(db: Db, question: RunQuestion): Promise<StoredQuestion> {
  if (question.kind === 'what-if') {
    const { analysisId, whatIf } = question
    const { known } = requirePlayable(await loadAnalysedHost(db, analysisId))
    return { kind: 'what-if', analysisId, asked: askHostBy(known, whatIf, 'body.question.whatIf') }
  }
  if (question.kind === 'real-time') assessRealTime(question)
  const analysisId = analysisOf(question)
  if (!analysisId) return question
  const { known } = requirePlayable(await loadAnalysedHost(db, analysisId))
  if (question.kind === 'pinning' && known.load.pCpus === 1) {
    throw unprocessable('nothing-to-pin', 'This host has one pCPU: there is nothing to pin.')
  }
  return question
}

/** Locks the analysis, so that it cannot be deleted before the run belongs to it. */
async function holdAnalysis(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Analysis" WHERE "id" = ${id}::uuid FOR KEY SHARE`
  if (held.length === 0) throw notFound('analysis')
}

/**
 * Limits the unfinished runs per person, within the transaction that starts a run. Runs that the
 * system starts by itself do not count.
 * @throws AppError `too-many-runs`
 */
async function requireRoomToPlay(tx: Tx, userId: string | null): Promise<void> {
  // Locked, so that simultaneous requests count each other.
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
  const count = await tx.job.count({
    where: { kind: playRunKind.kind, createdById: userId, ...unfinished },
  })
  if (count < MOST_UNFINISHED) return
  throw conflict(
    'too-many-runs',
    `You have ${count} simulations that have not ended. Wait for one of them, or cancel one.`,
  )
}
