import { EventEmitter, once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../child-process.ts'
import { BackOff } from './back-off.ts'

export type Kept = Pick<Service, 'name' | 'ready' | 'stop'> & {
  /**
   * Replaces the process at once, also one that waits to be started again. Resolves when the new one
   * is ready or has ended.
   */
  restart: () => Promise<void>
}

/**
 * Starts a service and starts it again whenever it has ended, each time after a longer wait. Only a
 * service that has never been ready is given up, since another attempt would fail too: `giveUp` is
 * then called with the reason.
 */
export function keepRunning(
  start: () => Service,
  giveUp: (message: string) => void,
  backOff = new BackOff(),
): Kept {
  let service = start()
  const { name, ready } = service
  let wasReady = false
  let stopped = false
  let replaced = new AbortController()
  const starts = new EventEmitter()
  ready.then(() => {
    wasReady = true
  })

  async function watch(): Promise<void> {
    for (;;) {
      const startedAt = Date.now()
      const how = await service.gone
      if (stopped) return
      if (!replaced.signal.aborted && !(await waitAfterCrash(how, Date.now() - startedAt))) return
      if (stopped) return
      replaced = new AbortController()
      service = start()
      starts.emit('start')
    }
  }

  /** Returns whether it is worth another attempt. */
  async function waitAfterCrash(how: string, lastedMs: number): Promise<boolean> {
    const log = path.relative(process.cwd(), service.logFile)
    const end = `The ${name} process ended unexpectedly (${how})`
    if (!wasReady) {
      giveUp(`${end}, see ${log}`)
      return false
    }
    const waitMs = backOff.waitAfter(lastedMs)
    console.error(`${end} and is started again in ${waitMs / 1000} s, see ${log}`)
    await sleep(waitMs, undefined, { ref: false, signal: replaced.signal }).catch(() => {})
    return true
  }
  watch()
  return {
    name,
    ready,
    stop() {
      stopped = true
      return service.stop()
    },
    async restart() {
      const started = once(starts, 'start')
      replaced.abort()
      await service.stop()
      await started
      await Promise.race([service.ready, service.gone])
    },
  }
}
