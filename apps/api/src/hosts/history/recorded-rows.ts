import type { AnalysisResult, HistoryRecording } from '@steelyard/contract'
import { summaryParts } from '../../analyses/analysis-row.ts'
import { serialiseAnalysisSummary } from '../../analyses/serialise-analysis.ts'
import { type Db, Prisma } from '../../db.ts'

/** Parts of a result that the history does not show; they are most of its bytes. */
const LEFT_OUT = [
  'phases',
  'estimators',
  'errors',
  'sandpiper',
  'recommendation',
  'ranking',
  'calibration',
  'twin',
  'objectives',
  'dataQuality',
]

export interface RecordedRow {
  recording: HistoryRecording
  result: AnalysisResult
}

/** Finished analyses, newest first. */
export async function recordedRows(
  db: Db,
  where: Prisma.AnalysisWhereInput,
  limit: number,
): Promise<RecordedRow[]> {
  const rows = await db.analysis.findMany({
    where: { ...where, result: { not: Prisma.DbNull } },
    ...summaryParts,
    orderBy: { id: 'desc' },
    take: limit,
  })
  const ids = rows.map(({ id }) => id)
  const results = await db.$queryRaw<{ id: string; result: AnalysisResult }[]>`
    SELECT "id"::text AS "id", "result" - ${LEFT_OUT}::text[] AS "result"
      FROM "Analysis" WHERE "id" = ANY(${ids}::uuid[]) AND "result" IS NOT NULL`
  const resultOf = new Map(results.map(({ id, result }) => [id, result]))
  return rows.flatMap((row) => {
    const result = resultOf.get(row.id)
    if (!result) return []
    return [{ recording: { ...serialiseAnalysisSummary(row), ...recordedOf(result) }, result }]
  })
}

function recordedOf({ range, targetStatistic, domains }: AnalysisResult) {
  return {
    recordedFrom: range.from,
    recordedTo: range.to,
    statistic: targetStatistic,
    domains: domains.map((each) => ({
      domain: each.domain,
      weight: each.weight,
      observedMs: each.observedMs,
      targetMs: each.target?.responseTimeMs ?? null,
      meetsTarget: each.meetsTarget,
      arrivalRatePerSecond: each.arrivalRatePerSecond,
    })),
  }
}
