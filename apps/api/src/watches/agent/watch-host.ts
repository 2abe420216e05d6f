import { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { hostWindow } from '../../windows/host-window.ts'
import { storeReturnedLog } from '../../windows/store-returned-log.ts'
import { notifyWatch, storeWindows } from '../../windows/store-windows.ts'
import type { HostWindow } from '../../windows/window-rows.ts'
import { watchLogs } from '../serialise-watch.ts'
import { pause } from './again-and-again.ts'
import { ObservedHost } from './observed-host.ts'
import type { ReturnedWindows } from './returned-log.ts'
import { watchTraces } from './trace-bursts.ts'
import { watchCpu } from './watch-cpu.ts'
import { watchGuestLogs } from './watch-guest-logs.ts'

const STORE_EVERY_MS = 2_500
/** How often the counts of lines are shown; troubles show at once. */
const SHOW_EVERY_MS = 10_000
/** Windows that wait for a database that is away. Older ones are given up, and become a gap. */
const MOST_WAITING = 60

/** Agent: observes a host until the signal, and stores what it sees as long as it holds the watch. */
export async function watchHost(
  deps: Deps,
  watch: WatchModel,
  heldBy: string,
  signal: AbortSignal,
): Promise<void> {
  const { hostId, guestLogs, traceEveryMinutes } = watch
  const host = new ObservedHost(watch)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const sources = [
    watchCpu(deps, watch, host, either),
    ...(guestLogs ? [watchGuestLogs(deps, hostId, host, either)] : []),
    ...(traceEveryMinutes !== null
      ? [watchTraces(deps, { ...watch, traceEveryMinutes }, host, either)]
      : []),
  ]
  try {
    await storeUntil(deps, hostId, host, heldBy, either)
  } finally {
    stop.abort()
    await Promise.all(sources)
  }
}

/** Returns after the signal, or when another agent holds the watch. */
async function storeUntil(
  deps: Deps,
  hostId: string,
  host: ObservedHost,
  heldBy: string,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Map<number, HostWindow>()
  const returned: ReturnedWindows[] = []
  const shown = new ShownState(deps, hostId, heldBy)
  for (; !signal.aborted; await pause(STORE_EVERY_MS, signal)) {
    for (const window of host.take()) waiting.set(window.startEpochSeconds, hostWindow(window))
    returned.push(...host.takeReturned())
    for (const start of [...waiting.keys()].slice(0, -MOST_WAITING)) waiting.delete(start)
    try {
      const windows = [...waiting.values()]
      if (!(await storeWindows(deps.db, hostId, windows, heldBy))) return
      host.stored(windows)
      waiting.clear()
      while (returned[0]) {
        if (!(await storeReturnedLog(deps.db, hostId, returned[0], heldBy))) return
        returned.shift()
      }
      await shown.update(host)
    } catch (err) {
      deps.log.error({ err, hostId }, 'the windows of a watched host were not stored yet')
    }
  }
}

/** What the database says of how the watch goes. */
class ShownState {
  readonly #deps: Deps
  readonly #own: { hostId: string; heldBy: string }
  #state = ''
  #logs = ''
  #shownAt = 0

  constructor(deps: Deps, hostId: string, heldBy: string) {
    this.#deps = deps
    this.#own = { hostId, heldBy }
  }

  async update({ state, problem, logs }: ObservedHost): Promise<void> {
    const text = JSON.stringify([state, problem])
    const counts = JSON.stringify(logs)
    const isDue = counts !== this.#logs && Date.now() - this.#shownAt > SHOW_EVERY_MS
    if (text === this.#state && !isDue) return
    const { db } = this.#deps
    await db.watch.updateMany({
      where: this.#own,
      data: {
        state,
        problem: (problem ?? Prisma.DbNull) as Prisma.InputJsonObject | typeof Prisma.DbNull,
        logs: watchLogs.write(logs),
      },
    })
    await notifyWatch(db, this.#own.hostId)
    this.#state = text
    this.#logs = counts
    this.#shownAt = Date.now()
  }
}
