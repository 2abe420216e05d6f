import { runApplication, runRollBack } from './applications/agent/run-application.ts'
import { checkAddress } from './hosts/connection/check-address.ts'
import { probeHost } from './hosts/connection/probe-host.ts'
import { probeGuestLog } from './hosts/guest-logs/probe-guest-log.ts'
import { discoverHost } from './hosts/reading/discover-host.ts'
import type { JobRegistration } from './jobs/handle-job.ts'
import { preparePlan } from './plans/prepare-plan.ts'
import { checkMove } from './pool-moves/agent/check-move.ts'
import { moveGuest } from './pool-moves/agent/move-guest.ts'
import { storeWeight } from './pool-weights/agent/store-weight.ts'
import { probePool } from './pools/agent/probe-pool.ts'
import { readPool } from './pools/agent/read-pool.ts'
import { recordHost } from './recordings/record-host.ts'

/**
 * Every job handler of the agent. No other process loads this file, and the agent, which opens the
 * SSH keys, loads no others.
 */
export const agentJobs: readonly JobRegistration[] = [
  checkAddress,
  probeHost,
  discoverHost,
  probeGuestLog,
  probePool,
  readPool,
  checkMove,
  moveGuest,
  storeWeight,
  recordHost,
  preparePlan,
  runApplication,
  runRollBack,
]
