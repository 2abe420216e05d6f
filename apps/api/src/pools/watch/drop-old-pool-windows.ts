import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../milliseconds.ts'

/** Agent: drops the windows of pools that were kept as long as other windows of a minute. */
export async function dropOldPoolWindows({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const storedAt = { lt: new Date(Date.now() - config.keep1mDays * DAY_MS) }
  await db.poolWindow.deleteMany({ where: { storedAt } })
}
