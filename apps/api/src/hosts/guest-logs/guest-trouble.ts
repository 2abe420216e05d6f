import { words } from '@steelyard/words'
import { toTroubleWith } from '../connection/host-trouble.ts'

/** Converts a failure of a guest or of its connection to what its domain shows. */
export function guestTrouble(error: unknown): unknown {
  return toTroubleWith(words.hosts.guestFixes, error)
}
