import { HostError } from '../host-error.ts'
import { checkPublicKey } from './authorized-keys-line.ts'

/** Plain path segments between slashes; none begins with a dash or consists of dots alone. */
const PATH = /^(\/[A-Za-z0-9_.+@=][A-Za-z0-9_.+@=-]*)+$/
const MAX_SECONDS = 3600

/** Exit code of the command when the log cannot be read (EX_NOINPUT). */
export const LOG_NOT_READABLE = 66

/** The most of a log that can be read again from its end. */
export const MAX_LINES_AGAIN = 99_999

/**
 * The command that follows a guest's log. It prints the guest's clock, then the last lines of the
 * log, then whatever is appended, for at most `seconds`. tail -F waits for ever for a missing file,
 * so the command tests for it first.
 *
 * @param linesAgain 0 to 99,999: how many lines to begin with that the log holds already
 * @throws HostError `invalid-argument`
 */
export function guestLogCommand(path: string, seconds: number, linesAgain: number): string {
  checkLog(path, seconds)
  if (!Number.isInteger(linesAgain) || linesAgain < 0 || linesAgain > MAX_LINES_AGAIN) {
    throw new HostError('invalid-argument', `At most ${MAX_LINES_AGAIN} lines can be read again.`)
  }
  return followCommand(path, seconds, String(linesAgain))
}

/**
 * What the asked command says after `tail -n` decides how many lines to begin with. Nothing but up
 * to five digits is taken from it, and everything else counts as 0.
 */
const LINES_ASKED = `n=\${SSH_ORIGINAL_COMMAND##*tail -n }; n=\${n%% *}; case $n in ''|*[!0-9]*|??????*) n=0;; esac`

function followCommand(path: string, seconds: number, lines: string): string {
  const test = `test -r ${path} || exit ${LOG_NOT_READABLE}`
  return `date +%s.%N; ${test}; timeout ${seconds} tail -n ${lines} -F ${path}`
}

/** @throws HostError `invalid-argument` */
function checkLog(path: string, seconds: number): void {
  if (path.length > 250 || !PATH.test(path) || /\/\.\.?(\/|$)/.test(path)) {
    throw new HostError('invalid-argument', 'The path of the log must be absolute and plain.')
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw new HostError(
      'invalid-argument',
      `A log is followed for 1 to ${MAX_SECONDS} whole seconds.`,
    )
  }
}

/**
 * The line for the `authorized_keys` of an account in a guest: whatever command is requested, the
 * key only follows that log, from the number of lines that the command asks for. The options are spelt out, because dropbear supports `restrict` only
 * since 2022.82 and rejects every login when it finds an unknown option.
 *
 * @param maxSeconds 1 to 3600: the longest recording that it allows
 * @throws HostError `invalid-argument`
 */
export function guestLogKeyLine(publicKey: string, path: string, maxSeconds: number): string {
  checkPublicKey(publicKey)
  const options = ['no-port-forwarding', 'no-agent-forwarding', 'no-X11-forwarding', 'no-pty']
  checkLog(path, maxSeconds)
  const command = `${LINES_ASKED}; ${followCommand(path, maxSeconds, '$n')}`
  return `${options.join(',')},command="${command}" ${publicKey}`
}
