import { handleJob } from '../../jobs/handle-job.ts'
import { discoverHostKind } from '../host-jobs.kind.ts'
import { readEnrolledHost } from './read-enrolled-host.ts'
import { storeReading } from './store-reading.ts'

/** Agent: reads scheduler, pCPUs, domains, weights and caps, and stores the connection's state. */
export const discoverHost = handleJob(
  discoverHostKind,
  async ({ payload: { hostId }, deps, signal, progress }) => {
    progress({ stage: 'Reading the host' })
    const reading = await readEnrolledHost(deps, hostId, signal)
    await deps.db.$transaction((tx) => storeReading(tx, reading))
    return { domains: reading.inventory.domains.length }
  },
)
