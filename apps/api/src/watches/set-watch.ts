import type { WatchSettings } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import type { WatchModel } from '../generated/prisma/models.ts'
import { refuseUnconnected } from '../hosts/connection/refuse-unconnected.ts'
import { lockHost } from '../hosts/host-row.ts'
import { notifyWatch } from '../windows/store-windows.ts'

/**
 * Begins to watch a host, or changes how it is watched.
 * @throws AppError `host-not-found`, `not-connected`
 */
export async function setWatch(
  db: Db,
  actor: Actor,
  hostId: string,
  settings: WatchSettings,
): Promise<WatchModel> {
  const { intervalSeconds, guestLogs, trace } = settings
  return db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    const known = await tx.watch.findUnique({ where: { hostId } })
    if (!known) refuseUnconnected(host)
    const data = {
      intervalSeconds,
      guestLogs,
      traceEveryMinutes: trace?.everyMinutes ?? null,
      ...(trace ? { traceSeconds: trace.seconds } : {}),
    }
    const row = await tx.watch.upsert({
      where: { hostId },
      create: { hostId, ...data },
      update: data,
    })
    await notifyWatch(tx, hostId)
    const target = { kind: 'host', id: hostId, name: host.name }
    await audit(tx, actor, { action: 'watch.set', target, detail: { ...settings } })
    return row
  })
}
