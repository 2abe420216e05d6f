import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export type TwinRunRow = Prisma.TwinRunGetPayload<{ include: { job: true } }>

/** @throws AppError `twin-run-not-found` */
export async function loadTwinRun(db: Db | Tx, id: string): Promise<TwinRunRow> {
  const row = await db.twinRun.findUnique({ where: { id }, include: { job: true } })
  if (!row) throw notFound('twin-run')
  return row
}
