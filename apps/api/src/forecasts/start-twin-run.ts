import type { ForecastQuestion } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { loadAnalysedHost } from '../runs/load-analysed-host.ts'
import { requirePlayable } from '../runs/load-host-to-play.ts'
import { requireRoomToPlay } from '../runs/require-room-to-play.ts'
import { askHostBy } from './ask-host.ts'
import { runTwinKind } from './run-twin.kind.ts'
import { loadTwinRun, type TwinRunRow } from './twin-run-row.ts'

/**
 * Writes the question to the twin down and has the worker play it.
 * @throws AppError as `loadAnalysedHost`, `requirePlayable`, `askHostBy` and `requireRoomToPlay` do
 */
export async function startTwinRun(
  deps: Deps,
  actor: Actor,
  analysisId: string,
  input: { question: ForecastQuestion; replications: number },
): Promise<{ twinRun: TwinRunRow; job: JobModel }> {
  const { known } = requirePlayable(await loadAnalysedHost(deps.db, analysisId))
  const question = askHostBy(known, input.question, 'body.question')
  const createdById = actor.principal.userId
  return deps.db.$transaction(async (tx) => {
    await requireRoomToPlay(tx, createdById)
    // Held, so that it cannot be deleted before the run belongs to it.
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Analysis" WHERE "id" = ${analysisId}::uuid FOR KEY SHARE`
    if (held.length === 0) throw notFound('analysis')
    const { id } = await tx.twinRun.create({
      data: { analysisId, question: question as unknown as Prisma.InputJsonObject, createdById },
    })
    const { id: jobId } = await deps.queue.enqueue(
      tx,
      runTwinKind,
      { twinRunId: id, replications: input.replications },
      { subject: { kind: 'twin-run', id }, createdById },
    )
    await tx.twinRun.update({ where: { id }, data: { jobId } })
    await audit(tx, actor, {
      action: 'twin-run.create',
      target: { kind: 'twin-run', id },
      detail: { analysisId, question, replications: input.replications },
    })
    const twinRun = await loadTwinRun(tx, id)
    return { twinRun, job: twinRun.job! }
  })
}
