import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import { jsonColumn } from '../json-column.ts'
import { reasonOf } from '../outgoing/reason-of.ts'
import { byStart } from '../windows/by-start.ts'
import type { WindowPlace } from '../windows/cold/read-cold-windows.ts'
import { firstWindow } from '../windows/first-window.ts'
import { WINDOW_SECONDS } from '../windows/levels.ts'
import { loadAllWindows } from '../windows/load-all-windows.ts'
import { postSeries } from './post-series.ts'
import { type ObservedWindow, type SentTotals, seriesOfWindows } from './series-of-windows.ts'

/** A window is sent once so much is stored after it: until then late lines of a log may correct it. */
const SETTLED_SECONDS = 60

/** Of a host that was never sent, so that there is something to see at once. */
const FIRST_SECONDS = 900

/** In one request. */
const MOST_WINDOWS = 30

const ENOUGH_MS = 60_000

const sentTotals = jsonColumn<SentTotals>('what was sent to Prometheus', z.looseObject({}))

interface WatchedHost {
  id: string
  name: string
  storedTo: Date
}

type Needed = Pick<Deps, 'db' | 'config' | 'files' | 'log'>

/**
 * Sends the windows of watched hosts to a Prometheus, each host's in order. How far each has come is in
 * the database, so that neither a restart nor a receiver that was away loses any or changes the order.
 */
export class RemoteWriter {
  readonly #deps: Needed
  readonly #stopping: AbortSignal | undefined
  #isAway = false
  /** Hosts whose windows the receiver refuses at the moment. */
  readonly #refused = new Set<string>()

  constructor(deps: Needed, stopping?: AbortSignal) {
    this.#deps = deps
    this.#stopping = stopping
  }

  async round(): Promise<void> {
    if (!this.#deps.config.remoteWriteUrl) return
    const hosts = await this.#deps.db.$queryRaw<WatchedHost[]>`
      SELECT "Host"."id", "Host"."name", "Watch"."storedTo"
        FROM "Watch" JOIN "Host" ON "Host"."id" = "Watch"."hostId"
        LEFT JOIN "RemoteWrite" ON "RemoteWrite"."hostId" = "Host"."id"
       WHERE "Watch"."storedTo" > COALESCE("RemoteWrite"."sentTo", '-infinity')
             + make_interval(secs => ${SETTLED_SECONDS}::float8)
       ORDER BY 2`
    try {
      for (const host of hosts) await this.#sendAll(host)
      if (this.#isAway) this.#deps.log.info('remote write goes on')
      this.#isAway = false
    } catch (err) {
      if (!(err instanceof ReceiverAway)) throw err
      if (!this.#isAway) this.#deps.log.warn({ err }, 'remote write waits for its receiver')
      this.#isAway = true
    }
  }

  /** Other hosts go on where a file with windows of this one is lost. */
  async #sendAll(host: WatchedHost): Promise<void> {
    try {
      while (!this.#stopping?.aborted && (await this.#sendSome(host)));
    } catch (err) {
      if (err instanceof ReceiverAway) throw err
      this.#deps.log.error({ err, host: host.name }, 'remote write of a host failed')
    }
  }

  /** @returns whether there is more to send of this host */
  #sendSome(host: WatchedHost): Promise<boolean> {
    return this.#deps.db.$transaction(
      async (tx) => {
        const [lock] = await tx.$queryRaw<[{ ours: boolean }]>`
          SELECT pg_try_advisory_xact_lock(hashtextextended(${`remote write ${host.id}`}, 0)) AS "ours"`
        if (!lock.ours) return false // another agent is at it
        const row = await tx.remoteWrite.findUnique({ where: { hostId: host.id } })
        const to = epochSecondsOf(host.storedTo) - SETTLED_SECONDS
        const from = row ? epochSecondsOf(row.sentTo) : to - FIRST_SECONDS
        if (from >= to) return false
        const next = await loadNext({ db: tx, files: this.#deps.files }, host.id, from, to)
        const sent = sentTotals.readIfAny(row?.totals) ?? {}
        const totals = await this.#send(host.name, next.windows, sent)
        const sentTo = dateOf(next.toEpochSeconds)
        const data = { sentTo, totals: sentTotals.write(totals) }
        await tx.remoteWrite.upsert({
          where: { hostId: host.id },
          create: { hostId: host.id, ...data },
          update: data,
        })
        return next.toEpochSeconds < to
      },
      { timeout: ENOUGH_MS },
    )
  }

  /** A request is taken as a whole or not at all, so what is refused is tried window by window. */
  async #send(host: string, windows: ObservedWindow[], sent: SentTotals): Promise<SentTotals> {
    const { series, totals } = seriesOfWindows(host, windows, sent)
    if (series.length === 0) return totals
    const refusal = await postSeries(this.#deps.config, series).catch((cause) => {
      throw new ReceiverAway(reasonOf(cause), { cause })
    })
    if (refusal === null) {
      this.#refused.delete(host)
    } else if (windows.length > 1) {
      let before = sent
      for (const window of windows) before = await this.#send(host, [window], before)
    } else if (!this.#refused.has(host)) {
      this.#refused.add(host)
      this.#deps.log.warn({ host, refusal }, 'remote write leaves out windows that are refused')
    }
    return totals
  }
}

/** What is not sent now is sent later. */
class ReceiverAway extends Error {}

/**
 * The first windows of the range, and up to when there are no others. A receiver may have been away so
 * long that they turned cold.
 */
async function loadNext(
  place: WindowPlace,
  hostId: string,
  fromEpochSeconds: number,
  toEpochSeconds: number,
): Promise<{ windows: ObservedWindow[]; toEpochSeconds: number }> {
  const seconds = WINDOW_SECONDS
  const end = Math.min(fromEpochSeconds + MOST_WINDOWS * seconds, toEpochSeconds)
  const range = { fromEpochSeconds, toEpochSeconds: end }
  const found = byStart(await loadAllWindows(place, hostId, seconds, range))
  if (found.size === 0) {
    const rest = { hostId, seconds, from: dateOf(end), to: dateOf(toEpochSeconds) }
    const first = await firstWindow(place.db, rest)
    return { windows: [], toEpochSeconds: first ? epochSecondsOf(first) : toEpochSeconds }
  }
  const windows = [...found].map(([start, observations]) => ({
    endEpochSeconds: start + seconds,
    observations,
  }))
  return { windows, toEpochSeconds: end }
}
