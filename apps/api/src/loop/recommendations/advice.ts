import type { Lack, Recommendation } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import type { Proposal } from '@steelyard/loop'
import type { AdviceFigures, AnalysisSays } from '@steelyard/words'
import { z } from 'zod'
import { targetsInOrder } from '../../analyses/analysis-row.ts'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { promisedTargets } from '../../analyses/promised-targets.ts'
import { ofAnotherVersion, RESULT_VERSION } from '../../analyses/stored-result.ts'
import type { Db, Tx } from '../../db.ts'
import { jsonColumn } from '../../json-column.ts'

/** What an analysis behind a recommendation says. */
export interface AnalysisAdvice {
  analysisId: string
  /** Null while there is no result. */
  grade: contract.EvidenceGrade | null
  jobState: string | null
  isChange: boolean
  /** Why no recommendation comes of it. */
  says: AnalysisSays
  /** How much better the predictor expects the objective to become, as a fraction of it. */
  gain: number | null
  uncertainty: number | null
  shares: Proposal['changes']
  /** Empty where it advises none. */
  changes: contract.HostRecommendation['changes']
}

/** What the loop asks of a result, which is large and would take long to present as a whole. */
interface ResultParts {
  id: string
  version: number | null
  recommendation: unknown
  lack: unknown
  predictor: string | null
}

/** By the id of the analysis. */
export async function advicesOf(
  db: Db | Tx,
  analysisIds: readonly string[],
): Promise<ReadonlyMap<string, AnalysisAdvice>> {
  if (analysisIds.length === 0) return new Map()
  const rows = await db.analysis.findMany({
    where: { id: { in: [...analysisIds] } },
    select: { id: true, grade: true, targets: targetsInOrder, job: { select: { state: true } } },
  })
  const results = await db.$queryRaw<ResultParts[]>`
    SELECT "id"::text AS "id", "result"->'version' AS "version",
           nullif(r->'recommendation', 'null') AS "recommendation",
           r->'evidence'->'lacks'->0 AS "lack",
           coalesce(r->'predictor'->>'estimator', "predictorBasis"->>'by') AS "predictor"
      FROM "Analysis", coalesce("result"->'found', "result") r
     WHERE "id" = ANY(${analysisIds}::uuid[]) AND "result" IS NOT NULL`
  return new Map(
    rows.map((row) => {
      const grade = row.grade as AnalysisAdvice['grade']
      const parts = results.find(({ id }) => id === row.id)
      const said = parts ? saidBy(parts, grade, promisedTargets(row.targets)) : NOTHING
      return [row.id, { analysisId: row.id, grade, jobState: row.job?.state ?? null, ...said }]
    }),
  )
}

type Said = Omit<AnalysisAdvice, 'analysisId' | 'grade' | 'jobState'>

const NOTHING: Said = {
  isChange: false,
  says: null,
  gain: null,
  uncertainty: null,
  shares: [],
  changes: [],
}

function saidBy(
  { version, recommendation, lack, predictor }: ResultParts,
  grade: AnalysisAdvice['grade'],
  targets: readonly contract.SlaTarget[],
): Said {
  // What was stored before there were versions has its milliseconds and sentences already.
  if (version === null) {
    const advised = earlierAdvice.readIfAny(recommendation)
    const isChange = advised?.advice === 'change'
    const { text } = (lack ?? {}) as Partial<contract.Reason>
    return {
      isChange,
      says: saysOf(grade, advised && { said: advised.reason }, text ? { said: text } : null),
      ...gainOf(advised?.checks.find(({ estimator }) => estimator === predictor)),
      shares: advised?.domains ?? [],
      changes: isChange ? advised.domains.map(changeOf) : [],
    }
  }
  if (version !== RESULT_VERSION) throw ofAnotherVersion(version)
  const advised = foundAdvice.readIfAny(recommendation)
  const isChange = advised?.advice.change ?? false
  return {
    isChange,
    says: saysOf(
      grade,
      advised && { advice: adviceFigures(advised) },
      lack ? { lack: lack as Lack } : null,
    ),
    ...gainOf(advised?.checks.find(({ model }) => model === predictor)),
    shares: advised?.domains ?? [],
    changes: isChange
      ? advised!.domains.map((each) =>
          changeOf({
            ...each,
            predictedBefore: presentPrediction(each.predictedBefore),
            predictedAfter: presentPrediction(each.predictedAfter),
            targetMs: targets.find(({ domain }) => domain === each.domain)?.responseTimeMs ?? null,
          }),
        )
      : [],
  }
}

const Parts = {
  checks: z.array(z.looseObject({ gain: z.number().nullable() })),
  domains: z.array(z.looseObject({ domain: z.string() })),
}

const foundAdvice = jsonColumn<Recommendation>(
  'the recommendation of an analysis',
  z.looseObject({ ...Parts, advice: z.looseObject({ change: z.boolean(), code: z.string() }) }),
)

const earlierAdvice = jsonColumn<contract.Recommendation>(
  'the recommendation of an analysis',
  z.looseObject({ ...Parts, advice: z.string(), reason: z.string() }),
)

/** Without enough evidence, what the observations lack counts before any advice. */
function saysOf(
  grade: AnalysisAdvice['grade'],
  advice: AnalysisSays,
  lack: AnalysisSays,
): AnalysisSays {
  return (grade === 'not-enough' ? lack : null) ?? advice ?? lack
}

function gainOf(check: { gain: number; uncertainty: number } | undefined) {
  return { gain: check?.gain ?? null, uncertainty: check?.uncertainty ?? null }
}

type Change = AnalysisAdvice['changes'][number]

function changeOf({
  domain,
  weightBefore,
  weightAfter,
  predictedBefore,
  predictedAfter,
  targetMs,
}: Change): Change {
  return { domain, weightBefore, weightAfter, predictedBefore, predictedAfter, targetMs }
}

/** Without what else was solved, which is large. */
function adviceFigures({
  advice,
  objective,
  by,
  tried,
  checks,
  problem: { mode, currentWeights, load },
  solution: { weights, status, warnings, proof },
}: Recommendation): AdviceFigures {
  return {
    advice,
    objective,
    by,
    tried,
    checks: checks.map(({ model, gain, uncertainty }) => ({ model, gain, uncertainty })),
    problem: {
      mode,
      currentWeights,
      load: { domains: load.domains.map(({ name }) => ({ name })) },
    },
    solution: { weights, status, warnings, proof: { engine: proof.engine } },
  }
}

/** What the analysis proposes. Null while it runs, and where it failed. */
export function proposalOf({ grade, isChange, gain, shares }: AnalysisAdvice): Proposal | null {
  return grade && { isChange, evidence: grade, gain: gain ?? 0, changes: shares }
}
