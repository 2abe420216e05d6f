import { isUniqueViolation } from '../db.ts'
import { conflict } from '../errors.ts'

/** @throws AppError `conflict` (`email-taken`) in place of the database's own error */
export function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error))
    throw conflict('email-taken', 'Someone with this e-mail address is already known here.')
  throw error
}
