import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { type AnalysisWithUploads, analysisState, holdAnalysis } from './analysis-row.ts'

/**
 * Deletes analyses, and the observations that no other analysis uses: all of them or none.
 * @throws AppError `analysis-not-found`, `analysis-running`, `analysis-being-applied`
 */
export async function deleteAnalyses(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locked in the order of their ids, so that two such deletions cannot deadlock.
    const analyses: AnalysisWithUploads[] = []
    for (const id of [...new Set(ids)].sort()) analyses.push(await holdAnalysis(tx, id))
    for (const analysis of analyses) await refuseWhileInUse(tx, analysis)
    for (const analysis of analyses) await deleteOne(tx, analysis)
    for (const { id, name } of analyses) {
      const target = { kind: 'analysis', id, name }
      await audit(tx, actor, { action: 'analysis.delete', target })
    }
  })
}

async function refuseWhileInUse(tx: Tx, analysis: AnalysisWithUploads): Promise<void> {
  const state = analysisState(analysis)
  if (state === 'queued' || state === 'running') {
    throw conflict('analysis-running', `${analysis.name} is still running: cancel it first.`)
  }
  const unfinished = { state: { in: ['confirmed', 'applying'] } }
  const applied = await tx.plan.count({
    where: { analysisId: analysis.id, applications: { some: unfinished } },
  })
  if (applied > 0) {
    throw conflict(
      'analysis-being-applied',
      `Weights from ${analysis.name} are being written on the host; wait until that has finished.`,
    )
  }
}

async function deleteOne(tx: Tx, { id, observationSetId }: AnalysisWithUploads): Promise<void> {
  await tx.analysis.delete({ where: { id } })
  if (!observationSetId) return
  await tx.observationSet.deleteMany({
    where: { id: observationSetId, analyses: { none: {} } },
  })
}
