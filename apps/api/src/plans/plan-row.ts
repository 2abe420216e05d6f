import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { withJobs } from '../uploads/upload-row.ts'

export const planParts = {
  host: { include: { domains: true } },
  applications: { select: { id: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.PlanInclude

export type PlanRow = Awaited<ReturnType<typeof loadPlan>>

/** @throws AppError `plan-not-found` */
export async function loadPlan(db: Db | Tx, id: string) {
  const row = await db.plan.findUnique({ where: { id }, include: planParts })
  if (!row) throw notFound('plan')
  const [plan] = await withJobs(db, [row])
  return plan!
}
