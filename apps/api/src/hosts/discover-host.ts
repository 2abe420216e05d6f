import { readHost } from '@steelyard/xen'
import { Prisma } from '../db.ts'
import { toTrouble } from '../errors.ts'
import { handleJob } from '../jobs/job-kind.ts'
import { discoverHostKind } from './host-jobs.kind.ts'
import { hostTrouble } from './host-trouble.ts'
import { openHostShell } from './open-host-shell.ts'
import { storeInventory } from './store-inventory.ts'

/** Agent: reads scheduler, pCPUs, domains, weights and caps, and says how the connection stands. */
export const discoverHost = handleJob(
  discoverHostKind,
  async ({ payload: { hostId }, deps, signal, progress }) => {
    progress({ stage: 'Reading the host', done: null, total: null, unit: null, message: null })
    try {
      const shell = await openHostShell(deps, hostId, signal)
      const inventory = await readHost(shell).finally(() => shell.close())
      await deps.db.$transaction(async (tx) => {
        await storeInventory(tx, hostId, inventory)
        await tx.host.updateMany({
          where: { id: hostId, pinnedFingerprint: { not: null } },
          data: { connectionState: 'connected', connectionError: Prisma.DbNull },
        })
      })
      return { domains: inventory.domains.length }
    } catch (error) {
      signal.throwIfAborted()
      const trouble = hostTrouble(error)
      await deps.db.host.updateMany({
        where: { id: hostId, pinnedFingerprint: { not: null } },
        data: { connectionState: 'failing', connectionError: toTrouble(trouble) },
      })
      throw trouble
    }
  },
)
