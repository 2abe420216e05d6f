import { formatStatistic } from '@steelyard/contract/format'
import type { Config } from '../config.ts'
import type { Db } from '../db.ts'
import type { Picture } from '../mail/send-mail.ts'
import type { Notified } from '../notifications/send-due-messages.ts'
import { getWatchSeries } from '../watches/series/get-watch-series.ts'
import { drawTimes } from './draw-times.ts'
import { renderPng } from './render-png.ts'

/** What is shown before the target was missed. */
const BEFORE_MS = 30 * 60_000
const MOST_POINTS = 360

/**
 * The response times that a notification about a target speaks of, as a PNG.
 * @returns null where it speaks of something else, or nothing was observed
 */
export async function pictureOfNotification(
  {
    db,
    config,
  }: { db: Db; config: Pick<Config, 'keep10sDays' | 'keep1mDays' | 'keep1hDays' | 'files'> },
  { event, hostId, detail, createdAt }: Notified,
): Promise<Picture | null> {
  const { hotspotId } = detail as { hotspotId?: string }
  if (!hostId || !hotspotId || !event.startsWith('hotspot-')) return null
  const hotspot = await db.hotspot.findUnique({
    where: { id: hotspotId },
    include: { host: { select: { name: true } } },
  })
  if (!hotspot) return null
  const { domain, openedAt } = hotspot
  const from = openedAt.getTime() - BEFORE_MS
  const to = Math.max((hotspot.closedAt ?? createdAt).getTime(), openedAt.getTime() + 60_000)
  const query = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    maxPoints: MOST_POINTS,
  }
  const series = await getWatchSeries(db, { hostId, query, config })
  const own = series.domains.find((each) => each.domain === domain)
  if (!own?.points.some(({ responseTimeMs }) => responseTimeMs !== null)) return null
  const svg = drawTimes({
    title: `${domain} on ${hotspot.host.name}: ${formatStatistic(series.statistic, series.windowSeconds)}`,
    from,
    to,
    points: own.points.map(({ at, responseTimeMs }) => ({
      at: Date.parse(at),
      ms: responseTimeMs,
    })),
    targetMs: own.targetMs,
    since: openedAt.getTime(),
  })
  return { name: `${hotspotId}.png`, png: await renderPng(svg) }
}
