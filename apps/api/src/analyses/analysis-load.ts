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
  const load = (row?.load ?? null) as unknown as AnalysisLoad | null
  return load && { ...load, twin: twinOf(load) }
}

/** Earlier versions stored a sentence about what keeps the twin from playing the host. */
function twinOf({ twin }: { twin: AnalysisLoad['twin'] | { cannot: string } }) {
  return 'cannot' in twin && typeof twin.cannot === 'string'
    ? { cannot: { code: 'refused' as const, message: twin.cannot } }
    : (twin as AnalysisLoad['twin'])
}
