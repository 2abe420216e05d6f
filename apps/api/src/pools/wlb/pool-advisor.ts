import type { Advisor } from '@steelyard/xapi'
import type { Db } from '../../db.ts'
import { advisedSettings, heldPool, joinedPool, knownPool } from './advised-pool.ts'
import { emptyHost } from './empty-host.ts'
import { joinPool } from './join-pool.ts'
import { leavePool } from './leave-pool.ts'
import { optimisation } from './optimisation.ts'
import { ratingsFor } from './rate-hosts.ts'
import { writeSettings } from './write-settings.ts'

/** Advises XAPI by what the agents stored of its pool. It asks no pool anything. */
export function poolAdvisor(db: Db): Advisor {
  return {
    join: (pool) => joinPool(db, pool),
    leave: (poolUuid) => leavePool(db, poolUuid),
    rateHosts: async ({ poolUuid, guestUuid }) =>
      ratingsFor(await knownPool(db, poolUuid), guestUuid),
    emptyHost: async ({ poolUuid, hostUuid }) => emptyHost(await knownPool(db, poolUuid), hostUuid),
    advisePool: async (poolUuid) => optimisation(db, await heldPool(db, poolUuid)),
    readSettings: async (poolUuid) =>
      advisedSettings.read((await joinedPool(db, poolUuid)).advised.settings),
    writeSettings: (poolUuid, settings) => writeSettings(db, poolUuid, settings),
  }
}
