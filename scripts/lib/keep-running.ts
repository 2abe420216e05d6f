import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service, ServiceName } from './child-process.ts'

const FIRST_WAIT_MS = 1000
const MAX_CRASHES = 3
const WITHIN_MS = 60_000

/**
 * Their work waits in the database, and a crash may be the fault of one input. Without the API or
 * the dashboard there is nothing left to use: those are not started again.
 */
const restarted: readonly ServiceName[] = ['worker', 'agent']

export type Kept = Pick<Service, 'name' | 'ready' | 'stop'>

/**
 * Starts a service and starts it again after a crash, each time after a longer wait. Calls `giveUp`
 * with what happened when it is not to be started again, has crashed three times within a minute,
 * or has never been ready: what cannot start once will not start twice.
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
