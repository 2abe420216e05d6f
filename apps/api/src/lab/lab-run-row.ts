import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export type LabRunRow = Prisma.LabRunGetPayload<{ include: { job: true } }>

/** @throws AppError `lab-run-not-found` */
export async function loadLabRun(db: Db | Tx, id: string): Promise<LabRunRow> {
  const row = await db.labRun.findUnique({ where: { id }, include: { job: true } })
  if (!row) throw notFound('lab-run')
  return row
}
