/** The input cannot be scored; the message says what was expected instead. */
export class AccuracyError extends Error {
  override readonly name = 'AccuracyError'
}
