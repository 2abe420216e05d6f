import { type HostInventory, makePlan, readHost, type WantedWeight } from '@steelyard/xen'
import type { Prisma } from '../db.ts'
import { toTrouble } from '../errors.ts'
import { hostTrouble } from '../hosts/host-trouble.ts'
import { openHostShell } from '../hosts/open-host-shell.ts'
import { storeInventory } from '../hosts/store-inventory.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import type { PlanContent, PlanWish } from './plan-content.ts'
import { preparePlanKind } from './plan-jobs.kind.ts'
import { loadPlan, type PlanRow } from './plan-row.ts'

/** Agent: reads the host now and says exactly what applying the wish would send. */
export const preparePlan = handleJob(preparePlanKind, async (job) => {
  const row = await loadPlan(job.deps.db, job.payload.planId)
  if (row.state !== 'draft') return undefined
  job.progress({ stage: 'Reading the host', done: null, total: null, unit: null, message: null })
  try {
    if (!row.host.pinnedFingerprint) return await planByHand(job, row)
    return await planAgainstHost(job, row)
  } catch (error) {
    job.signal.throwIfAborted()
    const trouble = hostTrouble(error)
    await job.deps.db.plan.updateMany({
      where: { id: row.id, state: 'draft' },
      data: { state: 'failed', problem: toTrouble(trouble) },
    })
    throw trouble
  }
})

type Context = JobContext<{ planId: string }>

async function planAgainstHost(job: Context, row: PlanRow) {
  const shell = await openHostShell(job.deps, row.hostId, job.signal)
  const inventory = await readHost(shell).finally(() => shell.close())
  const wish = row.wanted as unknown as PlanWish
  const { wanted, unknownDomains } = resolve(wish, inventory)
  const plan = makePlan({
    inventory,
    wanted,
    username: row.host.username!,
    ...(wish.analysed.length > 0
      ? { analysed: wish.analysed.map(({ domain, weight }) => ({ name: domain, weight })) }
      : {}),
  })
  const canApply = plan.canApply && unknownDomains.length === 0
  await job.deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    await storeInventory(tx, row.hostId, inventory)
    await tx.plan.update({
      where: { id: row.id },
      data: {
        state: 'planned',
        content: content({ kind: 'against-host', plan, unknownDomains }),
        hash: plan.hash,
        canApply,
        plannedAt: new Date(plan.createdAt),
        expiresAt: new Date(plan.expiresAt),
      },
    })
  })
  return { canApply }
}

/** Without a connection the commands can still be shown, for the operator to run. */
async function planByHand(job: Context, row: PlanRow) {
  await job.deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    await tx.plan.update({
      where: { id: row.id },
      data: {
        state: 'planned',
        content: content({ kind: 'by-hand', scheduler: row.host.scheduler }),
        plannedAt: new Date(),
      },
    })
  })
  return { canApply: false }
}

function resolve(wish: PlanWish, inventory: HostInventory) {
  const wanted: WantedWeight[] = []
  const unknownDomains: string[] = []
  for (const { domain, weight, cap } of wish.weights) {
    const found = inventory.domains.find((candidate) => candidate.name === domain)
    if (!found) unknownDomains.push(domain)
    else wanted.push({ uuid: found.uuid, weight, ...(cap === undefined ? {} : { cap }) })
  }
  return { wanted, unknownDomains }
}

function content(value: PlanContent): Prisma.InputJsonObject {
  return value as unknown as Prisma.InputJsonObject
}
