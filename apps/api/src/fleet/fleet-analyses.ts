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

/**
 * The newest finished analyses of each host, newest first. The database picks the few figures out of
 * the results, each of which is far larger than all of them together.
 */
export function fleetAnalyses(tx: Tx): Promise<FleetAnalysis[]> {
  return tx.$queryRaw<FleetAnalysis[]>`
    SELECT a."id", a."hostId", a."verdict",
      a."result"->>'headline' AS "headline",
      a."result"->'evidence'->>'grade' AS "grade",
      (a."result"->'recorded'->>'to')::timestamptz AS "recordedAt",
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'domain', d->'domain',
          'observedMs', d->'observedMs',
          'targetMs', d->'target'->'responseTimeMs',
          'meetsTarget', d->'meetsTarget')), '[]')
        FROM jsonb_array_elements(a."result"->'domains') d) AS "domains"
    FROM (
      SELECT *, row_number() OVER (PARTITION BY "hostId" ORDER BY "id" DESC) AS "age"
      FROM "Analysis" WHERE "finishedAt" IS NOT NULL AND "result" IS NOT NULL
    ) a
    WHERE a."age" <= ${PER_HOST}
    ORDER BY a."id" DESC`
}
