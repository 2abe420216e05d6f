type WeightProblemErrorCode =
  | 'invalid-step'
  | 'alike-twice'
  | 'grid-too-large'
  | 'bounds-infeasible'
  | 'unknown-domain'
  | 'invalid-number'
  | 'objective-needs-model'
  | 'no-load'
  | 'weight-out-of-range'
  | 'domain0-starved'

/** The problem is invalid as posed; `details` names what to change. */
export class WeightProblemError extends Error {
  override readonly name = 'WeightProblemError'
  readonly code: WeightProblemErrorCode
  readonly details: Record<string, string | number>

  constructor(
    code: WeightProblemErrorCode,
    message: string,
    details: Record<string, string | number> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
  }
}
