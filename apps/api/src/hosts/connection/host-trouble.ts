import { printable } from '@steelyard/contract/format'
import { words } from '@steelyard/words'
import { HostError } from '@steelyard/xen'
import { AppError } from '../../errors.ts'

/** Converts a failure of the host or of the connection to what a job and the host's page show. */
export function hostTrouble(error: unknown): unknown {
  return toTroubleWith(words.hosts.fixes, error)
}

/** Adds the fix to a failure of a machine that is reached over SSH; leaves any other error alone. */
export function toTroubleWith(fixesByCode: typeof words.hosts.fixes, error: unknown): unknown {
  if (!(error instanceof HostError)) return error
  const fix = fixesByCode[error.code]
  const said = error.detail ? `${error.message} (${error.detail})` : error.message
  return new AppError('unprocessable', printable(said), {
    code: error.code,
    cause: error,
    ...(fix ? { trouble: { fix } } : {}),
  })
}
