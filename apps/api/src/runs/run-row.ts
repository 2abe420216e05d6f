import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export type RunRow = Prisma.RunGetPayload<{ include: { job: true } }>

/** @throws AppError `run-not-found` */
export async function loadRun(db: Db | Tx, id: string): Promise<RunRow> {
  const row = await db.run.findUnique({ where: { id }, include: { job: true } })
  if (!row) throw notFound('run')
  return row
}
