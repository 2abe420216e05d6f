import type { AnalysisLoad } from '@steelyard/analysis'
import type { Db, Tx } from '../db.ts'

/** Null for an analysis without a result, or one made by an older version. */
export async function loadAnalysisLoad(
  db: Db | Tx,
  analysisId: string,
): Promise<AnalysisLoad | null> {
  const row = await db.analysis.findUnique({
    where: { id: analysisId },
    select: { load: true },
  })
  return (row?.load ?? null) as unknown as AnalysisLoad | null
}
