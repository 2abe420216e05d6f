import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { conflict } from '../errors.ts'
import { stateOfWork } from '../jobs/state-of-work.ts'
import { loadAnalysis } from './analysis-row.ts'

/**
 * Deletes an analysis and the observations that no other analysis uses.
 * @throws AppError `analysis-not-found`, `analysis-running`
 */
export async function deleteAnalysis(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Analysis" WHERE "id" = ${id}::uuid FOR UPDATE`
    const analysis = await loadAnalysis(tx, id)
    const state = stateOfWork(analysis)
    if (state === 'queued' || state === 'running') {
      throw conflict('analysis-running', 'This analysis is still running: cancel it first.')
    }
    await tx.analysis.delete({ where: { id } })
    if (analysis.observationSetId) {
      await tx.observationSet.deleteMany({
        where: { id: analysis.observationSetId, analyses: { none: {} } },
      })
    }
    const target = { kind: 'analysis', id, name: analysis.name }
    await audit(tx, actor, { action: 'analysis.delete', target })
  })
}
