import type { FleetDomain, FleetHost, Verdict } from '@steelyard/contract'
import type { Tx } from '../db.ts'

/** What the fleet shows of a finished analysis. */
export interface FleetAnalysis {
  id: string
  hostId: string
  verdict: Verdict
  grade: FleetHost['grade']
  headline: string
  /** When its recording ended. */
  recordedAt: Date
  domains: FleetDomain[]
}

/** More points than this could not be told apart in a row. */
const PER_HOST = 30

/** The newest finished analyses of each host, newest first. */
export function fleetAnalyses(tx: Tx): Promise<FleetAnalysis[]> {
  return tx.$queryRaw<FleetAnalysis[]>`
    SELECT a."id", a."hostId", a."verdict", a."grade",
      a."summary"->>'headline' AS "headline",
      (a."summary"->>'recordedTo')::timestamptz AS "recordedAt",
      a."summary"->'domains' AS "domains"
    FROM (
      SELECT "id", "hostId", "verdict", "grade", "summary",
        row_number() OVER (PARTITION BY "hostId" ORDER BY "id" DESC) AS "age"
      FROM "Analysis" WHERE "finishedAt" IS NOT NULL AND "summary" IS NOT NULL
    ) a
    WHERE a."age" <= ${PER_HOST}
    ORDER BY a."id" DESC`
}
