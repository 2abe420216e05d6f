import { coversTags } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export const planParts = {
  host: { include: { domains: true, access: { select: { pinnedFingerprint: true } } } },
  applications: {
    select: {
      id: true,
      kind: true,
      state: true,
      createdAt: true,
      finishedAt: true,
      requestedById: true,
      requestedBy: true,
    },
    orderBy: { id: 'asc' },
  },
  createdBy: { select: { behindIds: true } },
  recommendation: { select: { decidedById: true, decider: { select: { behindIds: true } } } },
  job: { include: { createdBy: { select: { name: true, behindIds: true } } } },
  approvals: {
    include: { by: { select: { grants: true } } },
    orderBy: { id: 'desc' },
  },
} satisfies Prisma.PlanInclude

type StoredPlan = Prisma.PlanGetPayload<{ include: typeof planParts }>

export type PlanRow = StoredPlan & {
  /** Whether a rule demands that a second person approves plans for this host. */
  needsApproval: boolean
}

/** @throws AppError `plan-not-found` */
export async function loadPlan(db: Db | Tx, id: string): Promise<PlanRow> {
  const row = await db.plan.findUnique({ where: { id }, include: planParts })
  if (!row) throw notFound('plan')
  const [plan] = await withPolicy(db, [row])
  return plan!
}

/** Adds what the rules of approval say of each plan now. */
export async function withPolicy(db: Db | Tx, rows: StoredPlan[]): Promise<PlanRow[]> {
  const rules = await db.approvalRule.findMany({ select: { tag: true } })
  return rows.map((row) => ({
    ...row,
    needsApproval: rules.some(({ tag }) => coversTags(tag, row.host.tags)),
  }))
}
