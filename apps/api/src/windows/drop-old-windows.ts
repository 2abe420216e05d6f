import type { Deps } from '../deps.ts'
import { nowSeconds } from '../epoch.ts'
import { DAY_SECONDS, LEVELS } from './levels.ts'
import { dropPartitions } from './partitions.ts'

/** Agent: drops the windows that were kept as long as the settings say, a partition at a time. */
export async function dropOldWindows({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const level of LEVELS) {
    const beforeSeconds = nowSeconds() - level.keepDays(config) * DAY_SECONDS
    await dropPartitions(db, level, beforeSeconds)
  }
}
