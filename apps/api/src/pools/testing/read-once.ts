import type { TestApi } from '../../testing/test-api.ts'
import { PoolWatcher } from '../watch/agent/pool-watcher.ts'

/** Has an agent read a pool now, as it does once a minute. */
export async function readOnce({ deps }: TestApi, poolId: string): Promise<void> {
  await deps.db.poolWatch.updateMany({ where: { poolId }, data: { dueAt: new Date(0) } })
  const watcher = new PoolWatcher(deps)
  await watcher.round()
  await watcher.settled()
}
