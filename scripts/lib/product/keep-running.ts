import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service, ServiceName } from '../child-process.ts'

const FIRST_WAIT_MS = 1000
const MAX_CRASHES = 3
const WITHIN_MS = 60_000

/**
 * These services are restarted: their work waits in the database, and one input may have caused the
 * crash. The API and the dashboard are not, since without them the product is unusable.
 */
const restarted: readonly ServiceName[] = ['worker', 'agent']

export type Kept = Pick<Service, 'name' | 'ready' | 'stop'>

/**
 * Starts a service and restarts it after a crash, each time after a longer wait. Calls `giveUp` with
 * the reason when the service must not be restarted, has crashed three times within a minute, or has
 * never been ready, in which case another attempt would fail too.
 */
export function keepRunning(
  start: () => Service,
  giveUp: (message: string) => void,
  firstWaitMs = FIRST_WAIT_MS,
): Kept {
  let service = start()
  const { name, ready } = service
  let wasReady = false
  let stopped = false
  ready.then(() => {
    wasReady = true
  })

  async function watch(): Promise<void> {
    let crashes: number[] = []
    for (;;) {
      const how = await service.gone
      if (stopped) return
      const now = Date.now()
      crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now]
      const log = path.relative(process.cwd(), service.logFile)
      const end = `The ${name} process ended unexpectedly (${how})`
      if (!wasReady || !restarted.includes(name)) return giveUp(`${end}, see ${log}`)
      if (crashes.length >= MAX_CRASHES) {
        return giveUp(`${end} for the third time within a minute, see ${log}`)
      }
      console.error(`${end} and is started again, see ${log}`)
      await sleep(firstWaitMs * 2 ** (crashes.length - 1), undefined, { ref: false })
      if (stopped) return
      service = start()
    }
  }
  watch()
  return {
    name,
    ready,
    stop() {
      stopped = true
      return service.stop()
    },
  }
}
