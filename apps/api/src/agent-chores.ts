import { settleOrphans } from './applications/agent/settle-orphans.ts'
import { retireAuditEvents } from './audit/retire-audit-events.ts'
import { forwardAudit } from './audit/syslog/forward-audit.ts'
import type { Deps } from './deps.ts'
import { every } from './every.ts'
import { recheckHosts } from './hosts/reading/recheck-hosts.ts'
import { dropOldEntries } from './loop/journal/drop-old-entries.ts'
import { DAY_MS, HOUR_MS, msOf } from './milliseconds.ts'
import { settleLostMoves } from './pool-moves/agent/settle-lost-moves.ts'
import { settleLostWeights } from './pool-weights/agent/settle-lost-weights.ts'
import { PoolWatcher } from './pools/watch/agent/pool-watcher.ts'
import { settleLostRecordings } from './recordings/settle-recording.ts'
import { RemoteWriter } from './remote-write/remote-writer.ts'
import { HostSampler } from './sampling/host-sampler.ts'
import { HostWatcher } from './watches/agent/host-watcher.ts'
import { dropOldWindows } from './windows/drop-old-windows.ts'

const SETTLE_EVERY_MS = 15_000
const FORWARD_EVERY_MS = 2_000
/** Three windows of each host in a request: a request for each would cost more than twice as much. */
const WRITE_EVERY_MS = 30_000
const RETIRE_EVERY_MS = DAY_MS
const WATCH_EVERY_MS = 2_000
/** Each pool is read once a minute. */
const WATCH_POOLS_EVERY_MS = 10_000
const DROP_EVERY_MS = HOUR_MS
/** The longest interval between looks at which hosts are to be sampled. */
const LOOK_EVERY_MS = 2_000

/** The periodic work of an agent, in addition to its queue. A chore that fails is only logged. */
export function startAgentChores(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const recheckEveryMs = msOf(deps.config.recheckSeconds)
  const sampler = new HostSampler(deps, stopping.signal)
  const watcher = new HostWatcher(deps)
  const poolWatcher = new PoolWatcher(deps)
  const writer = new RemoteWriter(deps, stopping.signal)
  const lookEveryMs = Math.min(LOOK_EVERY_MS, msOf(deps.config.sampleSeconds) / 2)
  const chores = [
    every(deps, SETTLE_EVERY_MS, 'settle-orphans', () => settleOrphans(deps)),
    every(deps, SETTLE_EVERY_MS, 'settle-lost-moves', () => settleLostMoves(deps)),
    every(deps, SETTLE_EVERY_MS, 'settle-lost-weights', () => settleLostWeights(deps)),
    every(deps, SETTLE_EVERY_MS, 'settle-lost-recordings', () => settleLostRecordings(deps)),
    // The agent, because it is the process that may reach other machines.
    every(deps, FORWARD_EVERY_MS, 'forward-audit', () => forwardAudit(deps)),
    every(deps, WRITE_EVERY_MS, 'remote-write', () => writer.round()),
    every(deps, RETIRE_EVERY_MS, 'retire-audit-events', () => retireAuditEvents(deps)),
    every(deps, WATCH_EVERY_MS, 'watch-hosts', () => watcher.round()),
    every(deps, WATCH_POOLS_EVERY_MS, 'watch-pools', () => poolWatcher.round()),
    every(deps, DROP_EVERY_MS, 'drop-old-windows', () => dropOldWindows(deps)),
    every(deps, DROP_EVERY_MS, 'drop-old-entries', () => dropOldEntries(deps)),
    ...(recheckEveryMs > 0
      ? [every(deps, recheckEveryMs, 'recheck-hosts', () => recheckHosts(deps, stopping.signal))]
      : []),
    ...(lookEveryMs > 0 ? [every(deps, lookEveryMs, 'sample-hosts', () => sampler.round())] : []),
  ]
  return {
    async stop() {
      stopping.abort(new Error('the process is stopping'))
      await Promise.all(chores.map((stop) => stop()))
      await sampler.settled()
      await Promise.all([watcher.stop(), poolWatcher.stop()])
    },
  }
}
