import { MINUTE_SECONDS } from '@steelyard/loop'
import type { Db } from '../../db.ts'
import { nowSeconds } from '../../epoch.ts'
import { storeMinutes } from '../../loop/testing/store-minutes.ts'

/** Minutes that are stored before now. */
const MINUTES = 10

/** The start of the first of some whole minutes that are over now. */
export function minutesAgo(minutes: number): number {
  return (Math.floor(nowSeconds() / MINUTE_SECONDS) - minutes) * MINUTE_SECONDS
}

/**
 * A watched host on which vm1 misses its target of 100 ms, vm2 keeps it, and vm3 is gone, with a
 * hotspot, a judged recommendation, one that waits for a person, and a channel that failed twice.
 */
export async function fillLoop(db: Db, name: string): Promise<string> {
  const target = { targetResponseTimeMs: 100 }
  const domains = [
    { name: 'vm1', ...target },
    { name: 'vm2', ...target },
    { name: 'vm3', ...target, goneAt: new Date() },
  ]
  const { id: hostId } = await db.host.create({
    data: { name, domains: { create: domains }, watch: { create: { state: 'watching' } } },
  })
  await observeMinutes(db, hostId, MINUTES)
  const windows: never[] = []
  const forecast = { by: 'ar1', valueSeconds: 0.25 }
  await db.hotspot.create({
    data: {
      hostId,
      domain: 'vm1',
      openedAt: new Date(),
      evidence: { windows, missed: 3, targetSeconds: 0.1, forecast },
    },
  })
  await recommend(db, hostId, { state: 'confirmed', ratios: { vm1: 1.25, vm2: null, vm3: 3 } })
  await recommend(db, hostId, { state: 'open', ratios: null })
  await db.notificationChannel.create({
    data: {
      name: `on call for ${name}`,
      kind: 'webhook',
      sealedAddress: new Uint8Array(),
      shownAddress: '',
      enabled: false,
      failures: 2,
    },
  })
  return hostId
}

/** The newest minutes of that host, up to now. */
export async function observeMinutes(db: Db, hostId: string, minutes: number): Promise<void> {
  await storeMinutes(db, hostId, minutesAgo(minutes), minutes, {
    vm1: { perSecond: 2, responseSeconds: 0.25 },
    vm2: { perSecond: 1, responseSeconds: 0.02 },
    vm3: { perSecond: 1, responseSeconds: 0.02 },
  })
}

async function recommend(
  db: Db,
  hostId: string,
  { state, ratios }: { state: string; ratios: Record<string, number | null> | null },
): Promise<void> {
  const base = { hostId, state, mode: 'approve', isDryRun: false, reason: 'test' }
  const domains = Object.entries(ratios ?? {}).map(([domain, errorRatio]) => ({
    domain,
    errorRatio,
  }))
  await db.hostRecommendation.create({
    data: {
      ...base,
      expiresAt: new Date(Date.now() + 3_600_000),
      ...(ratios ? { outcomeEvidence: { domains }, closedAt: new Date() } : {}),
    },
  })
}
