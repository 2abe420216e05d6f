import type { JobState } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { stateOfWork } from '../jobs/state-of-work.ts'

/** What the summary of an analysis shows. Results and loads are large and stay in the database. */
export const summaryParts = {
  omit: { result: true, load: true, predictorBasis: true },
  include: {
    host: { select: { name: true } },
    job: true,
  },
} satisfies Prisma.AnalysisDefaultArgs

export const targetsInOrder = {
  select: { domain: true, responseTimeMs: true, throughputPerSecond: true, isSoft: true },
  orderBy: { position: 'asc' },
} satisfies Prisma.AnalysisTargetFindManyArgs

/** Everything that an analysis shows. */
const withUploads = {
  omit: { load: true },
  include: {
    ...summaryParts.include,
    targets: targetsInOrder,
    uploads: {
      select: {
        id: true,
        name: true,
        sources: { where: { kind: 'xentrace' }, select: { id: true }, take: 1 },
      },
      orderBy: { id: 'asc' },
    },
  },
} satisfies Prisma.AnalysisDefaultArgs

export type AnalysisRow = Prisma.AnalysisGetPayload<typeof summaryParts>
export type AnalysisWithUploads = Prisma.AnalysisGetPayload<typeof withUploads>

/** The state of an analysis, whose summary is there with its result. */
export function analysisState({ summary, job }: Pick<AnalysisRow, 'summary' | 'job'>): JobState {
  return stateOfWork({ result: summary, job })
}

/**
 * Names the state of everything that an analysis shows: of its rows, whose `xmin` changes with every
 * write, and of the names that it borrows. What else goes on in the database does not matter.
 */
export async function analysisVersion(db: Db, { id }: { id: string }): Promise<string> {
  const rows = await db.$queryRaw<{ version: string }[]>`
    SELECT concat_ws(' ', pg_postmaster_start_time(), a.xmin, j.xmin, to_json(h."name"), (
        SELECT json_agg(json_build_array(u."id", u."name") ORDER BY u."id")
          FROM "_AnalysisToUpload" au JOIN "Upload" u ON u."id" = au."B" WHERE au."A" = a."id"
      )) AS "version"
      FROM "Analysis" a JOIN "Host" h ON h."id" = a."hostId" LEFT JOIN "Job" j ON j."id" = a."jobId"
      WHERE a."id" = ${id}::uuid`
  return rows[0]?.version ?? 'none'
}

/**
 * Locks the analysis for this transaction and reads it.
 * @throws AppError `analysis-not-found`
 */
export async function holdAnalysis(tx: Tx, id: string): Promise<AnalysisWithUploads> {
  await tx.$queryRaw`SELECT 1 FROM "Analysis" WHERE "id" = ${id}::uuid FOR UPDATE`
  return loadAnalysis(tx, id)
}

/** @throws AppError `analysis-not-found` */
export async function loadAnalysis(db: Db | Tx, id: string): Promise<AnalysisWithUploads> {
  const row = await db.analysis.findUnique({ where: { id }, ...withUploads })
  if (!row) throw notFound('analysis')
  return row
}
