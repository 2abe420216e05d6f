import type { FilledQuestion } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import type { JobModel, TwinRunModel } from '../generated/prisma/models.ts'
import { withJobs } from '../uploads/upload-row.ts'

export type TwinRunRow = TwinRunModel & { job: JobModel | null }

/** Questions that were stored before there was an overhead had none. */
export function storedQuestion(question: TwinRunRow['question']): FilledQuestion {
  return { overheadPercent: 0, ...(question as object) } as FilledQuestion
}

/** @throws AppError `twin-run-not-found` */
export async function loadTwinRun(db: Db | Tx, id: string): Promise<TwinRunRow> {
  const row = await db.twinRun.findUnique({ where: { id } })
  if (!row) throw notFound('twin-run')
  const [twinRun] = await withJobs(db, [row])
  return twinRun!
}
