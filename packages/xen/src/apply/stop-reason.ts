import { HostError } from '../host-error.ts'
import type { StopCode, StopReason } from './application.ts'
import { StepNotRecorded } from './journal.ts'

/** Ends an application deliberately, with the reason to show. */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly code: StopCode
  /** The host's own message, when it adds information. */
  readonly detail: string

  constructor(code: StopCode, message: string, detail = '') {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** Maps any error, because a changed host is also rolled back after an error of our own. */
export function stopReason(error: unknown): StopReason {
  if (error instanceof Stop) {
    const { code, message, detail } = error
    return { code, message, ...(detail === '' ? {} : { detail }) }
  }
  if (error instanceof StepNotRecorded) {
    const detail = error.cause instanceof Error ? { detail: error.cause.message } : {}
    return { code: 'step-not-recorded', message: error.message, ...detail }
  }
  if (error instanceof HostError) {
    const { code, message, detail } = error
    return { code, message, ...(detail === undefined ? {} : { detail }) }
  }
  const message = 'An internal error stopped the application.'
  return { code: 'internal-error', message, detail: String(error) }
}
