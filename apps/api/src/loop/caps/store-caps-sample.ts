import type { Trouble } from '@steelyard/contract'
import { observeActivity } from '@steelyard/loop'
import type { CpuSample } from '@steelyard/xen'
import { type Db, Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { isStaleSample } from '../../is-stale-sample.ts'
import { findCapsMonitor } from './caps-monitor-row.ts'
import { capsRuleOf } from './caps-rule-of.ts'

/** Notes what the real-time domains of a host with a caps monitor do, by this one sample. */
export async function storeCapsSample(
  { db, config }: Deps,
  hostId: string,
  { domains }: CpuSample,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "CapsMonitor" WHERE "hostId" = ${hostId}::uuid FOR UPDATE`
    const row = await findCapsMonitor(tx, hostId)
    if (!row) return
    const now = new Date()
    const sample = Object.fromEntries(domains.map(({ name, usedPCpus }) => [name, usedPCpus]))
    const isAfterPause = row.sampledAt !== null && isStaleSample(row.sampledAt, now, config)
    const activity = capsRuleOf(row.settings).realTime.map((domain) => {
      const known = row.activity[domain.name] ?? null
      const before = isAfterPause && known ? { ...known, quietSamples: 0 } : known
      return [domain.name, observeActivity(domain, before, sample[domain.name] ?? 0)]
    })
    const data = {
      sample,
      sampledAt: now,
      activity: Object.fromEntries(activity),
      sampleTrouble: Prisma.DbNull,
    }
    await tx.capsMonitor.update({ where: { hostId }, data })
  })
}

export async function noteNoCapsSample(db: Db, hostId: string, trouble: Trouble): Promise<void> {
  await db.capsMonitor.updateMany({ where: { hostId }, data: { sampleTrouble: trouble } })
}
