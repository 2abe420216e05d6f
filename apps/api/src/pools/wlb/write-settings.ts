import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { advisedSettings, joinedPool } from './advised-pool.ts'

/**
 * Keeps what a client of XAPI sets, beside what was set before.
 * @throws AdvisorRefusal
 */
export async function writeSettings(
  db: Db,
  poolUuid: string,
  given: Record<string, string>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { id, name, advised } = await joinedPool(tx, poolUuid)
    const settings = advisedSettings.write({ ...advisedSettings.read(advised.settings), ...given })
    await tx.advisedPool.update({ where: { poolId: id }, data: { settings } })
    const target = { kind: 'pool', id, name }
    const detail = { settings: Object.keys(given) }
    await audit(tx, systemActor('wlb'), { action: 'pool.wlb-settings', target, detail })
  })
}
