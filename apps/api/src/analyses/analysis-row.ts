import type { Db, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import type { AnalysisModel, JobModel } from '../generated/prisma/models.ts'
import { withJobs } from '../uploads/upload-row.ts'

/** An analysis with what its summary shows. */
export type AnalysisRow = AnalysisModel & { host: { name: string }; job: JobModel | null }
export type AnalysisWithUploads = AnalysisRow & { uploads: { id: string; name: string }[] }

export const withHostName = { host: { select: { name: true } } } as const

/** @throws AppError `analysis-not-found` */
export async function loadAnalysis(db: Db | Tx, id: string): Promise<AnalysisWithUploads> {
  const row = await db.analysis.findUnique({
    where: { id },
    include: {
      ...withHostName,
      uploads: { select: { id: true, name: true }, orderBy: { id: 'asc' } },
    },
  })
  if (!row) throw notFound('analysis')
  const [analysis] = await withJobs(db, [row])
  return analysis!
}
