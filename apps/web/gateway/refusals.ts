import type { Logger } from 'pino'

const SUMMARY_EVERY_MS = 60_000

/** What the gateway refuses by itself. */
export type RefusalCode = 'rate-limited' | 'too-many-connections' | 'method-not-allowed'

/**
 * Counts what the gateway refuses and logs one line per minute and code, because a line for each
 * would let a stranger fill the disk.
 */
export class Refusals {
  readonly #log: Pick<Logger, 'info'>
  readonly #counted = new Map<RefusalCode, { count: number; lastFrom: string }>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log
  }

  count(code: RefusalCode, address: string): void {
    const count = (this.#counted.get(code)?.count ?? 0) + 1
    this.#counted.set(code, { count, lastFrom: address })
    this.#timer ??= setTimeout(() => this.summarise(), SUMMARY_EVERY_MS).unref()
  }

  /** Logs what was counted since the last summary. */
  summarise(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [code, counted] of this.#counted) {
      this.#log.info({ code, ...counted }, 'requests refused')
    }
    this.#counted.clear()
  }
}
