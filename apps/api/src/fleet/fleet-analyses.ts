import type { FleetDomain, FleetHost, Verdict } from '@steelyard/contract'
import { headlineOf, summaryFigures } from '../analyses/analysis-summary.ts'
import type { Tx } from '../db.ts'

/** What the fleet shows of a finished analysis. */
export interface FleetAnalysis {
  id: string
  hostId: string
  verdict: Verdict
  grade: FleetHost['grade']
  /** When its recording ended. Null where the result is of a version that is not known. */
  recordedAt: string | null
  domains: FleetDomain[]
}

/** More points than this could not be told apart in a row. */
const PER_HOST = 30

/** The newest finished analyses of each host, newest first. */
export async function fleetAnalyses(tx: Tx): Promise<FleetAnalysis[]> {
  const rows = await tx.$queryRaw<
    (Omit<FleetAnalysis, 'recordedAt' | 'domains'> & { summary: unknown })[]
  >`
    SELECT a."id", a."hostId", a."verdict", a."grade",
      a."summary" - 'recommendation' AS "summary"
    FROM (
      SELECT "id", "hostId", "verdict", "grade", "summary",
        row_number() OVER (PARTITION BY "hostId" ORDER BY "id" DESC) AS "age"
      FROM "Analysis" WHERE "finishedAt" IS NOT NULL AND "summary" IS NOT NULL
    ) a
    WHERE a."age" <= ${PER_HOST}
    ORDER BY a."id" DESC`
  return rows.map(({ summary, ...row }) => ({ ...row, ...summaryFigures(summary) }))
}

/** The verdict of each of these analyses in one sentence, by its id. */
export async function headlinesOf(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.analysis.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, summary: true, options: true },
  })
  return new Map(rows.map((row) => [row.id, headlineOf(row)]))
}
