import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export const planParts = {
  host: { include: { domains: true, access: { select: { pinnedFingerprint: true } } } },
  applications: {
    select: { id: true, kind: true, state: true, finishedAt: true },
    orderBy: { id: 'asc' },
  },
  job: true,
} satisfies Prisma.PlanInclude

export type PlanRow = Prisma.PlanGetPayload<{ include: typeof planParts }>

/** @throws AppError `plan-not-found` */
export async function loadPlan(db: Db | Tx, id: string): Promise<PlanRow> {
  const row = await db.plan.findUnique({ where: { id }, include: planParts })
  if (!row) throw notFound('plan')
  return row
}
