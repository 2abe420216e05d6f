import { HostError } from '../host-error.ts'
import { checkPublicKey } from './authorized-keys-line.ts'

/** Plain words between slashes; none begins with a dash, and dots alone are no word. */
const PATH = /^(\/[A-Za-z0-9_.+@=][A-Za-z0-9_.+@=-]*)+$/
const MAX_SECONDS = 3600

/** Exit code of the command where the log cannot be read (EX_NOINPUT). */
export const LOG_NOT_READABLE = 66

/**
 * What follows a guest's log: first the guest's clock, then what is appended, for so long at most.
 * tail -F waits for ever for a file that is not there, hence the test.
 *
 * @throws HostError `invalid-argument`
 */
export function guestLogCommand(path: string, seconds: number): string {
  if (path.length > 250 || !PATH.test(path) || /\/\.\.?(\/|$)/.test(path)) {
    throw new HostError('invalid-argument', 'The path of the log must be absolute and plain.')
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw new HostError(
      'invalid-argument',
      `A log is followed for 1 to ${MAX_SECONDS} whole seconds.`,
    )
  }
  const test = `test -r ${path} || exit ${LOG_NOT_READABLE}`
  return `date +%s.%N; ${test}; timeout ${seconds} tail -n 0 -F ${path}`
}

/**
 * The line for the `authorized_keys` of an account in a guest: whatever the key asks for, that log is
 * followed and nothing else. The options are spelt out, because dropbear only knows `restrict` since
 * 2022.82 and lets nobody in on an option that it does not know.
 *
 * @param maxSeconds 1..3600: the longest recording that it is for
 * @throws HostError `invalid-argument`
 */
export function guestLogKeyLine(publicKey: string, path: string, maxSeconds: number): string {
  checkPublicKey(publicKey)
  const options = ['no-port-forwarding', 'no-agent-forwarding', 'no-X11-forwarding', 'no-pty']
  return `${options.join(',')},command="${guestLogCommand(path, maxSeconds)}" ${publicKey}`
}
