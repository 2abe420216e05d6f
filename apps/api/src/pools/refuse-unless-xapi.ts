import { conflict } from '../errors.ts'

/**
 * For what only XAPI can be asked.
 * @throws AppError `not-xapi` for a pool of hosts that are reached over SSH
 */
export function refuseUnlessXapi({ kind }: { kind: string }): void {
  if (kind !== 'xapi')
    throw conflict('not-xapi', 'The hosts of this pool are reached over SSH; there is no XAPI.')
}
