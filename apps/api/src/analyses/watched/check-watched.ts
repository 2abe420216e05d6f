import type { Tx } from '../../db.ts'
import { invalid, unprocessable } from '../../errors.ts'
import { DAY_MS } from '../../milliseconds.ts'
import { firstCold } from '../../windows/cold/cold-times.ts'
import { LEVELS } from '../../windows/levels.ts'

export interface WatchedRange {
  from: Date
  to: Date
}

const LONGEST_MS = 31 * DAY_MS

/** @throws AppError `invalid` for a range that cannot be analysed, `nothing-watched` */
export async function checkWatched(
  tx: Tx,
  hostId: string,
  range: { from: string; to: string },
): Promise<WatchedRange> {
  const from = new Date(range.from)
  const to = new Date(range.to)
  const lasts = to.getTime() - from.getTime()
  if (!(lasts > 0)) throw invalid('body.watched.to', 'must be after `from`')
  if (lasts > LONGEST_MS) throw invalid('body.watched.to', 'is more than 31 days after `from`')
  const some = await tx.watchWindow.findFirst({
    where: { hostId, windowStart: { gte: from, lt: to } },
    select: { seconds: true },
  })
  if (!some && !(await isCold(tx, hostId, { from, to }))) {
    throw unprocessable(
      'nothing-watched',
      'Nothing was observed of this host in that time, or it is not kept any more.',
    )
  }
  return { from, to }
}

async function isCold(tx: Tx, hostId: string, range: WatchedRange): Promise<boolean> {
  for (const { seconds } of LEVELS)
    if (await firstCold(tx, { hostId, seconds, ...range })) return true
  return false
}
