import type { EvidenceGrade, Recommendation } from '@steelyard/contract'
import type { Proposal } from '@steelyard/loop'
import type { Db, Tx } from '../../db.ts'

/** What an analysis behind a recommendation says; its result as a whole is large. */
export interface Advice {
  analysisId: string
  /** Null while there is no result, and where the analysis could recommend nothing. */
  recommendation: Recommendation | null
  /** Null while there is no result. */
  grade: EvidenceGrade | null
  /** The first thing that the observations lack. */
  lacks: string | null
  /** Who predicts. */
  estimator: string | null
  jobState: string | null
}

/** By the id of the analysis. */
export async function advicesOf(
  db: Db | Tx,
  analysisIds: readonly string[],
): Promise<ReadonlyMap<string, Advice>> {
  const rows = await db.$queryRaw<Advice[]>`
    SELECT a."id"::text AS "analysisId",
           a."result"->'recommendation' AS "recommendation",
           a."grade",
           a."result"->'evidence'->'lacks'->0->>'text' AS "lacks",
           a."result"->'predictor'->>'estimator' AS "estimator",
           j."state" AS "jobState"
      FROM "Analysis" a LEFT JOIN "Job" j ON j."id" = a."jobId"
     WHERE a."id" = ANY(${[...analysisIds]}::uuid[])`
  return new Map(rows.map((row) => [row.analysisId, row]))
}

/** How much better the predictor expects the objective to become, as a fraction of it. */
export function gainOf({ recommendation, estimator }: Advice): {
  gain: number | null
  uncertainty: number | null
} {
  const check = recommendation?.checks.find((each) => each.estimator === estimator)
  return { gain: check?.gain ?? null, uncertainty: check?.uncertainty ?? null }
}

/** What the analysis proposes. Null while it runs, and where it failed. */
export function proposalOf(advice: Advice): Proposal | null {
  const { recommendation, grade, lacks } = advice
  if (grade === null) return null
  const reason = recommendation?.reason ?? lacks ?? 'The analysis has nothing to recommend.'
  return {
    isChange: recommendation?.advice === 'change',
    reason: grade === 'not-enough' ? (lacks ?? reason) : reason,
    evidence: grade,
    gain: gainOf(advice).gain ?? 0,
    changes: (recommendation?.domains ?? []).map(({ domain, shareBefore, shareAfter }) => ({
      domain,
      shareBefore,
      shareAfter,
    })),
  }
}
