import type { Deps } from '../../deps.ts'
import { msOf } from '../../milliseconds.ts'
import { DAY_SECONDS } from '../../windows/levels.ts'

/** Drops what the journal says of a time of which not even the windows of an hour are kept. */
export async function dropOldEntries({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const before = new Date(Date.now() - config.keep1hDays * msOf(DAY_SECONDS))
  await db.journalEntry.deleteMany({ where: { lastAt: { lt: before } } })
}
