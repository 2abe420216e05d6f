import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { type AnalysisWithUploads, holdAnalysis, loadAnalysis } from './analysis-row.ts'

/** @throws AppError `analysis-not-found` */
export async function updateAnalysis(
  db: Db,
  actor: Actor,
  id: string,
  change: { name?: string | undefined; notes?: string | undefined; tags?: string[] | undefined },
): Promise<AnalysisWithUploads> {
  return db.$transaction(async (tx) => {
    const before = await holdAnalysis(tx, id)
    await tx.analysis.update({ where: { id }, data: change })
    const target = { kind: 'analysis', id, name: before.name }
    await audit(tx, actor, { action: 'analysis.update', target, detail: change })
    return loadAnalysis(tx, id)
  })
}
