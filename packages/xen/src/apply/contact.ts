import { setTimeout as sleep } from 'node:timers/promises'
import { HostError, isContactLost } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { ApplicationHooks } from './application.ts'

type Reconnecting = Pick<ApplicationHooks, 'reconnect' | 'reconnectAttempts' | 'reconnectDelayMs'>

/**
 * The connection in use. It closes connections that it opened itself; the first one is the
 * caller's.
 */
export class Contact {
  readonly #hooks: Reconnecting
  readonly #opened: RemoteShell[] = []
  #shell: RemoteShell

  constructor(shell: RemoteShell, hooks: Reconnecting) {
    this.#shell = shell
    this.#hooks = hooks
  }

  get shell(): RemoteShell {
    return this.#shell
  }

  get attempts(): number {
    return this.#hooks.reconnectAttempts ?? 6
  }

  /**
   * Reconnects to the host. Waiting does not help against a changed host key or a rejected account,
   * so these fail at once.
   *
   * @throws HostError when all attempts failed
   */
  async renew(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#shell = await this.#hooks.reconnect()
        this.#opened.push(this.#shell)
        return
      } catch (error) {
        const waitable = !(error instanceof HostError) || isContactLost(error)
        if (!waitable || attempt >= this.attempts) {
          throw error instanceof HostError
            ? error
            : new HostError('unreachable', 'The host could not be reached again.', String(error))
        }
        await this.pause()
      }
    }
  }

  /** Before the host is asked again. */
  async pause(): Promise<void> {
    await sleep(this.#hooks.reconnectDelayMs ?? 2_000)
  }

  async release(): Promise<void> {
    await Promise.all(this.#opened.map((shell) => shell.close()))
  }
}
