import { HostError } from '../host-error.ts'
import { checkPublicKey } from './authorized-keys-line.ts'

/** Plain path segments between slashes; none begins with a dash or consists of dots alone. */
const PATH = /^(\/[A-Za-z0-9_.+@=][A-Za-z0-9_.+@=-]*)+$/
const MAX_SECONDS = 3600

/** Exit code of the command when the log cannot be read (EX_NOINPUT). */
export const LOG_NOT_READABLE = 66

/**
 * The command that follows a guest's log. It prints the guest's clock, then whatever is appended,
 * for at most `seconds`. tail -F waits for ever for a missing file, so the command tests for it
 * first.
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
 * The line for the `authorized_keys` of an account in a guest: whatever command is requested, the
 * key only follows that log. The options are spelt out, because dropbear supports `restrict` only
 * since 2022.82 and rejects every login when it finds an unknown option.
 *
 * @param maxSeconds 1 to 3600: the longest recording that it allows
 * @throws HostError `invalid-argument`
 */
export function guestLogKeyLine(publicKey: string, path: string, maxSeconds: number): string {
  checkPublicKey(publicKey)
  const options = ['no-port-forwarding', 'no-agent-forwarding', 'no-X11-forwarding', 'no-pty']
  return `${options.join(',')},command="${guestLogCommand(path, maxSeconds)}" ${publicKey}`
}
