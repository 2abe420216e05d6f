import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

/** The relations that the summary of an analysis shows. */
export const summaryParts = {
  host: { select: { name: true } },
  job: true,
} satisfies Prisma.AnalysisInclude

export const targetsInOrder = {
  select: { domain: true, responseTimeMs: true, throughputPerSecond: true },
  orderBy: { position: 'asc' },
} satisfies Prisma.AnalysisTargetFindManyArgs

const withUploads = {
  ...summaryParts,
  targets: targetsInOrder,
  uploads: { select: { id: true, name: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.AnalysisInclude

export type AnalysisRow = Prisma.AnalysisGetPayload<{ include: typeof summaryParts }>
export type AnalysisWithUploads = Prisma.AnalysisGetPayload<{ include: typeof withUploads }>

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
  const row = await db.analysis.findUnique({ where: { id }, include: withUploads })
  if (!row) throw notFound('analysis')
  return row
}
