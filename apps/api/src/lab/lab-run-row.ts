import type { Db, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import type { JobModel, LabRunModel } from '../generated/prisma/models.ts'
import { withJobs } from '../uploads/upload-row.ts'

export type LabRunRow = LabRunModel & { job: JobModel | null }

/** @throws AppError `lab-run-not-found` */
export async function loadLabRun(db: Db | Tx, id: string): Promise<LabRunRow> {
  const row = await db.labRun.findUnique({ where: { id } })
  if (!row) throw notFound('lab-run')
  const [labRun] = await withJobs(db, [row])
  return labRun!
}
