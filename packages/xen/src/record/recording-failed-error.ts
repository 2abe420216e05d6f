import { HostError } from '../host-error.ts'
import type { TracingEnd } from './recording-facts.ts'

/** A recording that came to nothing, with how tracing was left on the host. */
export class RecordingFailedError extends HostError {
  /** Null where xentrace was never started. */
  readonly tracing: TracingEnd | null

  constructor(cause: HostError, tracing: TracingEnd | null) {
    super(cause.code, cause.message, cause.detail)
    this.tracing = tracing
  }
}
