import type { ApplicationHooks, StepEvent } from './application.ts'

/** A step that the caller could not persist. */
export class StepNotRecorded extends Error {
  override readonly name = 'StepNotRecorded'
}

/** Numbers the steps and passes each one to the caller before anything else happens. */
export class Journal {
  readonly #hooks: ApplicationHooks
  #sequence: number
  unrecordedSteps = 0

  constructor(hooks: ApplicationHooks, lastSequence = 0) {
    this.#hooks = hooks
    this.#sequence = lastSequence
  }

  /** @throws StepNotRecorded */
  async record(event: StepEvent): Promise<void> {
    this.#sequence += 1
    const at = (this.#hooks.now?.() ?? new Date()).toISOString()
    try {
      await this.#hooks.onStep({ sequence: this.#sequence, at, ...event })
    } catch (error) {
      throw new StepNotRecorded(`The step "${event.kind}" could not be recorded.`, { cause: error })
    }
  }

  /** During a roll-back, restoring the host takes precedence over the record. */
  async recordIfPossible(event: StepEvent): Promise<void> {
    try {
      await this.record(event)
    } catch {
      this.unrecordedSteps += 1
    }
  }
}
