export type TwinErrorCode =
  | 'invalid-number'
  | 'unknown-domain'
  | 'duplicate-domain'
  | 'no-domain0'
  | 'stopped'

/**
 * The twin's configuration is invalid, or the run was stopped; `details` names the offending value.
 */
export class TwinError extends Error {
  override readonly name = 'TwinError'
  readonly code: TwinErrorCode
  readonly details: Record<string, string | number>

  constructor(code: TwinErrorCode, message: string, details: Record<string, string | number> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
