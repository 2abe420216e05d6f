import type { LabQuestion } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound, unprocessable } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { loadAnalysedHost } from '../runs/load-analysed-host.ts'
import { requirePlayable } from '../runs/load-host-to-play.ts'
import { requireRoomToPlay } from '../runs/require-room-to-play.ts'
import { assessRealTime } from './assess-real-time.ts'
import { enqueueLabRun } from './enqueue-lab-run.ts'
import { type LabRunRow, loadLabRun } from './lab-run-row.ts'

/**
 * Writes down what the lab is to play and has the worker play it.
 * @throws AppError as `loadAnalysedHost`, `requirePlayable`, `assessRealTime` and `requireRoomToPlay` do,
 *   `nothing-to-pin`
 */
export async function startLabRun(
  deps: Deps,
  actor: Actor,
  { question, replications }: { question: LabQuestion; replications: number },
): Promise<{ labRun: LabRunRow; job: JobModel }> {
  const analysisId = analysisOf(question)
  await requireAnswerable(deps.db, question, analysisId)
  return deps.db.$transaction(async (tx) => {
    await requireRoomToPlay(tx, actor.principal.userId)
    if (analysisId) {
      // Held, so that it cannot be deleted before the run belongs to it.
      const held = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "Analysis" WHERE "id" = ${analysisId}::uuid FOR KEY SHARE`
      if (held.length === 0) throw notFound('analysis')
    }
    const { id } = await enqueueLabRun(deps, tx, actor, {
      analysisId,
      question,
      replications,
      createdById: actor.principal.userId,
    })
    const labRun = await loadLabRun(tx, id)
    return { labRun, job: labRun.job! }
  })
}

/** The analysis whose host is played, if any. */
function analysisOf(question: LabQuestion): string | null {
  if (question.kind === 'pinning' || question.kind === 'levers') return question.analysisId
  if (question.kind === 'boost' && 'analysisId' in question.host) return question.host.analysisId
  return null
}

async function requireAnswerable(db: Db, question: LabQuestion, analysisId: string | null) {
  if (question.kind === 'real-time') assessRealTime(question)
  if (!analysisId) return
  const { known } = requirePlayable(await loadAnalysedHost(db, analysisId))
  if (question.kind === 'pinning' && known.load.pCpus === 1) {
    throw unprocessable('nothing-to-pin', 'This host has one pCPU: there is nothing to pin.')
  }
}
