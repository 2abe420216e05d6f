import { type HistoryRecording, type SlaTarget, Statistic, WeightChange } from '@steelyard/contract'
import { z } from 'zod'
import { summaryParts, targetsInOrder } from '../../analyses/analysis-row.ts'
import { presentSpan, presentWeightChange } from '../../analyses/present.ts'
import { promisedTargets } from '../../analyses/promised-targets.ts'
import { serialiseAnalysisSummary } from '../../analyses/serialise-analysis.ts'
import { storedAnalysis } from '../../analyses/stored-analysis.ts'
import { RESULT_VERSION } from '../../analyses/stored-result.ts'
import { type Db, Prisma } from '../../db.ts'
import { toMs } from '../../milliseconds.ts'

type RecordedWeight = Pick<WeightChange, 'at' | 'domain' | 'weight'>

export interface RecordedRow {
  recording: HistoryRecording
  /** Changes of weights that its logs show. */
  weightChanges: RecordedWeight[]
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
    include: { ...summaryParts.include, targets: targetsInOrder },
    orderBy: { id: 'desc' },
    take: limit,
  })
  const parts = await shownParts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const part = parts.get(row.id)
    if (part === undefined) return []
    const { weightChanges, ...shown } = shownOf(part, promisedTargets(row.targets))
    return [{ recording: { ...serialiseAnalysisSummary(row), ...shown }, weightChanges }]
  })
}

/** What the history shows of results; the rest are most of their bytes. */
async function shownParts(db: Db, ids: string[]): Promise<Map<string, unknown>> {
  const rows = await db.$queryRaw<{ id: string; part: unknown }[]>`
    SELECT "id"::text AS "id", jsonb_build_object(
        'version', "result"->'version',
        'range', r->'range', 'domains', r->'domains', 'weightChanges', coalesce(r->'weightChanges', '[]'),
        'statistic', coalesce(r->'targetStatistic', "predictorBasis"->'statistic')) AS "part"
      FROM "Analysis", coalesce("result"->'found', "result") r
      WHERE "id" = ANY(${ids}::uuid[]) AND "result" IS NOT NULL`
  return new Map(rows.map(({ id, part }) => [id, part]))
}

const Domain = z.object({
  domain: z.string(),
  weight: z.number(),
  meetsTarget: z.boolean().nullable(),
  arrivalRatePerSecond: z.number(),
})

/** Of a result of version 2. */
const Part = z.object({
  version: z.literal(RESULT_VERSION),
  range: z.object({ fromEpochSeconds: z.number(), toEpochSeconds: z.number() }),
  statistic: Statistic,
  weightChanges: z.array(
    z.object({ atEpochSeconds: z.number(), domain: z.string(), weight: z.number() }),
  ),
  domains: z.array(Domain.extend({ observedResponseTimeSeconds: z.number().nullable() })),
})

/** Of one of version 1, which was stored as it is shown. */
const PresentedPart = z.object({
  version: z.null(),
  range: z.object({ from: z.string(), to: z.string() }),
  statistic: Statistic,
  weightChanges: z.array(WeightChange.pick({ at: true, domain: true, weight: true })),
  domains: z.array(
    Domain.extend({
      observedMs: z.number().nullable(),
      target: z.object({ responseTimeMs: z.number().nullable() }).nullable(),
    }),
  ),
})

function shownOf(json: unknown, targets: readonly SlaTarget[]) {
  const part = storedAnalysis(z.union([Part, PresentedPart]), json)
  const { statistic } = part
  if (part.version === null) {
    return {
      recordedFrom: part.range.from,
      recordedTo: part.range.to,
      statistic,
      weightChanges: part.weightChanges,
      domains: part.domains.map(({ target, ...each }) => ({
        ...each,
        targetMs: target?.responseTimeMs ?? null,
      })),
    }
  }
  const { from, to } = presentSpan(part.range)
  return {
    recordedFrom: from,
    recordedTo: to,
    statistic,
    weightChanges: part.weightChanges.map(presentWeightChange),
    domains: part.domains.map(({ observedResponseTimeSeconds: seconds, ...each }) => ({
      ...each,
      observedMs: toMs(seconds),
      targetMs: targets.find(({ domain }) => domain === each.domain)?.responseTimeMs ?? null,
    })),
  }
}
