import { words } from '@steelyard/words'
import { AdvisorRefusal, type JoiningPool } from '@steelyard/xapi'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { poolInventory } from '../stored-pool.ts'
import { advisedSettings, poolByUuid, REFUSALS } from './advised-pool.ts'

/**
 * A pool takes Steelyard for its workload balancer. The account that XAPI sends for it is not used
 * and not kept: Steelyard has one of its own.
 * @throws AdvisorRefusal
 */
export async function joinPool(db: Db, { poolUuid, url }: JoiningPool): Promise<number> {
  return db.$transaction(async (tx) => {
    const pool = await poolByUuid(tx, poolUuid)
    const { id, name } = pool
    const hosts = poolInventory.readIfAny(pool.inventory)?.hosts ?? []
    const known = [...hosts, ...pool.members].map(({ address }) => address.toLowerCase())
    const address = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : url
    if (!known.includes(address.toLowerCase()))
      throw new AdvisorRefusal(REFUSALS.notOfPool, words.pools.wlb.notOfPool(address.slice(0, 100)))
    const { number } = await tx.advisedPool.upsert({
      where: { poolId: id },
      create: { poolId: id, settings: advisedSettings.write({}) },
      update: { joinedAt: new Date() },
    })
    const target = { kind: 'pool', id, name }
    await audit(tx, systemActor('wlb'), { action: 'pool.wlb-join', target, detail: { address } })
    return number
  })
}
