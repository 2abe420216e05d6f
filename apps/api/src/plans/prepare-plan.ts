import { type HostInventory, makePlan, type WantedPool } from '@steelyard/xen'
import type { Tx } from '../db.ts'
import { readEnrolledHost } from '../hosts/reading/read-enrolled-host.ts'
import { storeReading } from '../hosts/reading/store-reading.ts'
import { recordedFacts } from '../hosts/recorded-facts.ts'
import { handleJob, type JobContext } from '../jobs/handle-job.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { wholeUsOf } from '../milliseconds.ts'
import { type PoolOfGuests, poolOfGuests } from '../pools/pool-of-guests.ts'
import { weighsDomain0 } from '../pools/weighs-domain0.ts'
import { askForStored } from './ask-for-stored.ts'
import { domain0Need } from './domain0-need.ts'
import { type PlanWish, planContent } from './plan-content.ts'
import { preparePlanKind } from './plan-jobs.kind.ts'
import { loadPlan, type PlanRow } from './plan-row.ts'
import { starvedByHand } from './starved-by-hand.ts'
import { followsLoad, wishOf } from './stored-wish.ts'

/** Time for a second person. Applying reads the host again and stops at any change in between. */
const APPROVAL_WITHIN_SECONDS = 24 * 60 * 60

/** Agent: reads the host now and determines exactly what applying the wish would send. */
export const preparePlan = handleJob(preparePlanKind, async (job) => {
  const row = await loadPlan(job.deps.db, job.payload.planId)
  if (row.content !== null) return undefined
  job.progress({ stage: 'Reading the host' })
  return row.host.access?.pinnedFingerprint ? planAgainstHost(job, row) : planByHand(job, row)
})

type Context = JobContext<{ planId: string }>

async function planAgainstHost(job: Context, row: PlanRow) {
  const reading = await readEnrolledHost(job.deps, row.hostId, job.signal)
  const { inventory, from } = reading
  const wish = wishOf(row)
  const { wanted, pins, pool: realTimePool, unknownDomains } = resolve(wish, inventory)
  const pool = await poolOfGuests(
    job.deps.db,
    inventory.domains.filter(({ id }) => id !== 0).map(({ uuid }) => uuid),
  )
  const { keeping, stored } = await askForStored(
    job.deps,
    pool,
    inventory,
    wanted,
    followsLoad(row),
  )
  const plan = makePlan({
    inventory,
    stored,
    weighsDomain0: isWeighed(pool, inventory),
    wanted,
    pins,
    ...(realTimePool ? { pool: realTimePool } : {}),
    username: from.username,
    domain0: await domain0Need(job.deps.db, row.hostId, cpupoolOfDomain0(inventory)?.pCpus ?? null),
    ...lifetimeOf(row, wish),
    ...(wish.analysed.length > 0
      ? { analysed: wish.analysed.map(({ domain, weight }) => ({ name: domain, weight })) }
      : {}),
  })
  const canApply = plan.canApply && unknownDomains.length === 0
  await job.deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    await storeReading(tx, reading)
    await tx.plan.update({
      where: { id: row.id },
      data: {
        content: planContent.write({
          kind: 'against-host',
          plan,
          unknownDomains,
          ...(keeping ? { keeping } : {}),
        }),
        hash: plan.hash,
        canApply,
        plannedAt: new Date(plan.createdAt),
        expiresAt: new Date(plan.expiresAt),
      },
    })
  })
  return { canApply }
}

function isWeighed(pool: PoolOfGuests | null, inventory: HostInventory): boolean {
  const cpupool = cpupoolOfDomain0(inventory)
  const isPossible = cpupool?.scheduler === 'credit' && cpupool.pCpus > 1
  return isPossible && pool?.member != null && weighsDomain0(pool.member)
}

function cpupoolOfDomain0({ domains, cpupools }: HostInventory) {
  const own = domains.find(({ id }) => id === 0)?.cpupool
  return cpupools.find(({ name }) => name === own)
}

function lifetimeOf({ needsApproval }: PlanRow, { lifetimeSeconds }: PlanWish) {
  if (needsApproval) return { lifetimeSeconds: APPROVAL_WITHIN_SECONDS }
  return lifetimeSeconds === undefined ? {} : { lifetimeSeconds }
}

/** Without a connection the commands can still be shown for the operator to run. */
async function planByHand(job: Context, row: PlanRow) {
  await job.deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    const { hostId, host } = row
    const scheduler = host.scheduler ?? (await statedScheduler(tx, hostId))
    const need = await domain0Need(tx, hostId, host.pCpus)
    const reasons = starvedByHand(host.domains, wishOf(row), need)
    await tx.plan.update({
      where: { id: row.id },
      data: {
        content: planContent.write({ kind: 'by-hand', scheduler, reasons }),
        plannedAt: new Date(),
      },
    })
  })
  return { canApply: false }
}

/** The scheduler that a recording of the host names. Null when none does. */
async function statedScheduler(tx: Tx, hostId: string): Promise<string | null> {
  const stated = await recordedFacts(tx, [hostId])
  return stated.get(hostId)?.facts.scheduler?.value ?? null
}

/** Resolves names to UUIDs, according to the host's current domains. */
function resolve({ weights, pins, realTimePool }: PlanWish, inventory: HostInventory) {
  const uuidOf = (name: string) => inventory.domains.find((domain) => domain.name === name)?.uuid
  const members = realTimePool?.domains ?? []
  const named = new Set([...weights, ...pins, ...members].map(({ domain }) => domain))
  return {
    wanted: weights.flatMap(({ domain, ...values }) => {
      const uuid = uuidOf(domain)
      return uuid === undefined ? [] : [{ uuid, ...values }]
    }),
    pins: pins.flatMap(({ domain, pCpus }) => {
      const uuid = uuidOf(domain)
      return uuid === undefined ? [] : [{ uuid, pCpus: pCpus }]
    }),
    pool: realTimePool && poolOf(realTimePool, uuidOf),
    unknownDomains: [...named].filter((name) => uuidOf(name) === undefined),
  }
}

function poolOf(
  { scheduler, pCpus, domains }: NonNullable<PlanWish['realTimePool']>,
  uuidOf: (name: string) => string | undefined,
): WantedPool {
  return {
    scheduler,
    pCpus: pCpus,
    domains: domains.flatMap(({ domain, periodMs, budgetMs, extraTime }) => {
      const uuid = uuidOf(domain)
      if (uuid === undefined) return []
      if (scheduler === 'credit' || periodMs === undefined || budgetMs === undefined) {
        return [{ uuid }]
      }
      return [
        {
          uuid,
          reservation: { periodUs: wholeUsOf(periodMs), budgetUs: wholeUsOf(budgetMs), extraTime },
        },
      ]
    }),
  }
}
