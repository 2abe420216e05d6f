import type { WeightPlanState } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { storeWeightKind } from './pool-weights.kind.ts'

export const weightPlanParts = {
  include: { creator: { select: { behindIds: true } } },
} satisfies Prisma.WeightPlanDefaultArgs

export type WeightPlanRow = Prisma.WeightPlanGetPayload<typeof weightPlanParts>

export interface WeightPlanAndJob {
  plan: WeightPlanRow
  job: JobModel
}

/** The states in which the agent works on a plan, and what is left of each where it never began. */
export const NEVER_BEGUN: Partial<Record<WeightPlanState, WeightPlanState>> = {
  checking: 'refused',
  storing: 'planned',
  restoring: 'stored',
}

/** @throws AppError `plan-not-found` */
export async function loadWeightPlan(
  db: Db | Tx,
  id: string,
  poolId?: string,
): Promise<WeightPlanRow> {
  const row = await db.weightPlan.findFirst({
    where: { id, ...(poolId ? { poolId } : {}) },
    ...weightPlanParts,
  })
  if (!row) throw notFound('plan')
  return row
}

/** Has the agent work on a plan, in the transaction of the change that asks for it. */
export async function giveWeightJob(
  deps: Deps,
  tx: Tx,
  { id, poolId }: WeightPlanRow,
  createdById: Actor['principal']['userId'],
): Promise<WeightPlanAndJob> {
  const job = await deps.queue.enqueue(
    tx,
    storeWeightKind,
    { planId: id },
    { subject: { kind: 'pool', id: poolId }, createdById },
  )
  const plan = await tx.weightPlan.update({
    where: { id },
    data: { jobId: job.id },
    ...weightPlanParts,
  })
  return { plan, job }
}
