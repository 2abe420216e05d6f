import type { Deps } from '../deps.ts'
import { dateOf, nowSeconds } from '../epoch.ts'
import { DAY_SECONDS, LEVELS } from './levels.ts'
import { dropPartitions } from './partitions.ts'

/** Agent: drops the windows that were kept as long as the settings say, a partition or a file at a time. */
export async function dropOldWindows({
  db,
  config,
  files,
}: Pick<Deps, 'db' | 'config' | 'files'>): Promise<void> {
  for (const level of LEVELS) {
    const beforeSeconds = nowSeconds() - level.keepDays(config) * DAY_SECONDS
    await dropPartitions(db, level, beforeSeconds)
    const isOver = { seconds: level.seconds, to: { lte: dateOf(beforeSeconds) } }
    const over = await db.coldWindows.findMany({ where: isOver, select: { id: true } })
    const ids = over.map(({ id }) => id)
    await db.coldWindows.deleteMany({ where: { id: { in: ids } } })
    await files.remove(ids)
  }
}
