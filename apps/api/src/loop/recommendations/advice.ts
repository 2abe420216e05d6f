import type { EvidenceGrade, Recommendation } from '@steelyard/contract'
import type { Proposal } from '@steelyard/loop'
import { type AnalysisWithUploads, withUploads } from '../../analyses/analysis-row.ts'
import { resultOf } from '../../analyses/stored-result.ts'
import type { Db, Tx } from '../../db.ts'

/** What an analysis behind a recommendation says. */
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
  const rows = await db.analysis.findMany({
    where: { id: { in: [...analysisIds] } },
    ...withUploads,
  })
  return new Map(rows.map((row) => [row.id, adviceOf(row)]))
}

function adviceOf(row: AnalysisWithUploads): Advice {
  const result = resultOf(row)
  return {
    analysisId: row.id,
    recommendation: result?.recommendation ?? null,
    grade: row.grade as EvidenceGrade | null,
    lacks: result?.evidence.lacks[0]?.text ?? null,
    estimator: result?.predictor.estimator ?? null,
    jobState: row.job?.state ?? null,
  }
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
