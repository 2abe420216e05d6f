type ModelInputErrorCode = 'weight-missing' | 'invalid-load' | 'invalid-points' | 'infeasible'

/** The input is invalid for the model; `details` names the offending value. */
export class ModelInputError extends Error {
  override readonly name = 'ModelInputError'
  readonly code: ModelInputErrorCode
  readonly details: Record<string, string | number>

  constructor(
    code: ModelInputErrorCode,
    message: string,
    details: Record<string, string | number> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
  }
}
