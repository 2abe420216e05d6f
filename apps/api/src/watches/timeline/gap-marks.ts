import type { HostMark } from '@steelyard/contract'
import type { Db } from '../../db.ts'
import { LEVELS } from '../../windows/levels.ts'
import { type MarksWanted, mark } from './mark.ts'

/**
 * The times between stored windows in which nothing was observed of any domain. They come from the
 * shortest windows that are still kept, because a short gap does not show in a long window.
 */
export async function gapMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: MarksWanted,
): Promise<HostMark[]> {
  const marks: HostMark[] = []
  let until = to
  for (const { seconds } of LEVELS) {
    const oldest = await db.watchWindow.findFirst({
      where: { hostId, seconds, windowStart: { gte: from, lt: until } },
      orderBy: { windowStart: 'asc' },
      select: { windowStart: true },
    })
    if (!oldest) continue
    const rows = await db.$queryRaw<{ from: Date; to: Date }[]>`
      SELECT "from", "to"
        FROM (SELECT lag("windowStart") OVER (ORDER BY "windowStart")
                       + make_interval(secs => ${seconds}) AS "from",
                     "windowStart" AS "to"
                FROM "WatchWindow"
               WHERE "hostId" = ${hostId}::uuid AND "seconds" = ${seconds}::int
                 AND "windowStart" >= ${oldest.windowStart} AND "windowStart" < ${until}) AS steps
       WHERE "to" > "from"
       ORDER BY "from"
       LIMIT ${limit}`
    marks.push(
      ...rows.map((gap) => ({
        ...mark(gap.from, 'gap', 'Nothing was observed.'),
        to: gap.to.toISOString(),
      })),
    )
    until = oldest.windowStart
  }
  return marks
}
