import { LiveObserver, type LiveWindow } from '@steelyard/traces'
import { startOfWindow, WINDOW_SECONDS } from '../../windows/levels.ts'

/** By then it has said all that it held, even over a slow connection. */
const SAID_ALL_SECONDS = 60

/** Windows of one domain alone, of a time that the observer of its host has forgotten. */
export interface ReturnedWindows {
  domain: string
  windows: LiveWindow[]
}

/**
 * A log that was away for longer than the windows of its host are kept. What it still holds of the
 * forgotten time is taken in here.
 */
export class ReturnedLog {
  readonly fromEpochSeconds: number
  readonly observer: LiveObserver
  readonly #toEpochSeconds: number
  readonly #openedAt: number

  constructor(fromEpochSeconds: number, toEpochSeconds: number, nowEpochSeconds: number) {
    this.fromEpochSeconds = startOfWindow(fromEpochSeconds, WINDOW_SECONDS)
    this.#toEpochSeconds = toEpochSeconds
    this.#openedAt = nowEpochSeconds
    this.observer = new LiveObserver({
      windowSeconds: WINDOW_SECONDS,
      graceSeconds: 0,
      keepSeconds: 2 * SAID_ALL_SECONDS,
      fromEpochSeconds: this.fromEpochSeconds,
    })
  }

  take(nowEpochSeconds: number): LiveWindow[] {
    return this.observer
      .take(nowEpochSeconds)
      .filter(({ startEpochSeconds }) => startEpochSeconds < this.#toEpochSeconds)
  }

  hasSaidAll(nowEpochSeconds: number): boolean {
    return nowEpochSeconds > this.#openedAt + SAID_ALL_SECONDS
  }
}
