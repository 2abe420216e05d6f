import type { LabQuestion } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { loadGround } from '../forecasts/forecast-ground.ts'
import { requirePlayable } from '../forecasts/require-playable.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { type LabRunRow, loadLabRun } from './lab-run-row.ts'
import { runLabKind } from './run-lab.kind.ts'

/**
 * Writes down what the lab is to play and has the worker play it.
 * @throws AppError as `loadGround` and `requirePlayable` do
 */
export async function startLabRun(
  deps: Deps,
  actor: Actor,
  { question, replications }: { question: LabQuestion; replications: number },
): Promise<{ labRun: LabRunRow; job: JobModel }> {
  const { kind, analysisId } = question
  requirePlayable((await loadGround(deps.db, analysisId)).known)
  const createdById = actor.principal.userId
  return deps.db.$transaction(async (tx) => {
    // Held, so that it cannot be deleted before the run belongs to it.
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Analysis" WHERE "id" = ${analysisId}::uuid FOR KEY SHARE`
    if (held.length === 0) throw notFound('analysis')
    const { id } = await tx.labRun.create({
      data: { analysisId, kind, question: question as Prisma.InputJsonObject, createdById },
    })
    const { id: jobId } = await deps.queue.enqueue(
      tx,
      runLabKind,
      { labRunId: id, replications },
      { subject: { kind: 'lab-run', id }, createdById },
    )
    await tx.labRun.update({ where: { id }, data: { jobId } })
    await audit(tx, actor, {
      action: 'lab-run.create',
      target: { kind: 'lab-run', id },
      detail: { question, replications },
    })
    const labRun = await loadLabRun(tx, id)
    return { labRun, job: labRun.job! }
  })
}
