import type { Statistic } from '@steelyard/contract'
import { MINUTE_SECONDS, misses } from '@steelyard/loop'
import type { Tx } from '../db.ts'
import { epochSecondsOf } from '../epoch.ts'
import { hasPromisedTime } from '../hosts/promised-time.ts'
import { triggerWindowOf } from '../loop/hotspots/trigger-window-of.ts'
import { MINUTE_MS, secondsOf } from '../milliseconds.ts'
import { unpackWindow } from '../windows/packed-window.ts'
import type { Sample } from './sample.ts'

/** A minute that is older says nothing about now. */
const NEWEST_MINUTE_WITHIN_MS = 5 * MINUTE_MS

interface NewestMinute {
  hostId: string
  host: string
  statistic: Statistic
  windowStart: Date
  observations: Uint8Array
}

/** Whether each domain with a target kept it in the newest minute, as the trigger judges it. */
export async function readTargets(tx: Tx, now: Date): Promise<Sample[]> {
  const minutes = await newestMinutes(tx, now)
  const domains = await tx.domain.findMany({
    where: { goneAt: null, ...hasPromisedTime, host: { watch: { isNot: null } } },
    select: { hostId: true, name: true, targetResponseTimeMs: true },
  })
  return minutes.flatMap(({ host, hostId, statistic, windowStart, observations }) => {
    const start = epochSecondsOf(windowStart)
    const window = { windowStartEpochSeconds: start, windowSeconds: MINUTE_SECONDS }
    const observed = unpackWindow(observations, window)
    return domains
      .filter((each) => each.hostId === hostId)
      .flatMap(({ name, targetResponseTimeMs }): Sample[] => {
        const observation = observed.find(({ domain }) => domain === name) ?? null
        const targetSeconds = secondsOf(targetResponseTimeMs!)
        const settings = { seconds: MINUTE_SECONDS, statistic, targetSeconds }
        const { valueSeconds } = triggerWindowOf(observation, start, settings)
        if (valueSeconds === null) return []
        const value = misses(valueSeconds, targetSeconds) ? 0 : 1
        return [{ labels: { host, domain: name }, value }]
      })
  })
}

function newestMinutes(tx: Tx, now: Date): Promise<NewestMinute[]> {
  const from = new Date(now.getTime() - NEWEST_MINUTE_WITHIN_MS)
  return tx.$queryRaw`
    SELECT "Host"."id" AS "hostId", "Host"."name" AS "host", "Host"."targetStatistic" AS "statistic",
           "newest"."windowStart", "newest"."observations"
      FROM "Watch" JOIN "Host" ON "Host"."id" = "Watch"."hostId"
     CROSS JOIN LATERAL (
           SELECT "windowStart", "observations" FROM "WatchWindow"
            WHERE "hostId" = "Watch"."hostId" AND "seconds" = ${MINUTE_SECONDS}
              AND "windowStart" >= ${from}
            ORDER BY "windowStart" DESC LIMIT 1) AS "newest"
     ORDER BY 2`
}
