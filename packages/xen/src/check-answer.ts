import { GATE_PATH } from './access/gate-script.ts'
import { HostError, type HostErrorCode } from './host-error.ts'
import type { CommandAnswer } from './remote-shell.ts'

type FailedAnswer = Pick<CommandAnswer, 'exitCode' | 'stderr'>

/** Whether the requested program is missing, judged by the messages of shells, sudo and stdbuf. */
export function isNotInstalled({ exitCode, stderr }: FailedAnswer): boolean {
  return exitCode === 127 || /(?:^|: )[\w-]+: (?:command )?not found$/m.test(stderr)
}

/** Whether sudo, the gate or the hypervisor refused. */
export function isRefused({ exitCode, stderr }: FailedAnswer): boolean {
  return isRefusedBySudo(stderr) || isRefusedByGate(stderr, exitCode) || isDenied(stderr)
}

// sudo's sentences are translated, the program name in front of them is not.
const isRefusedBySudo = (said: string) => /^sudo: |^Sorry, user /m.test(said)
const isRefusedByGate = (said: string, exitCode: number) =>
  exitCode === 126 && said.startsWith('steelyard-gate: ')
const isDenied = (said: string) => /Permission denied/.test(said)
// The message of the account's shell about a forced command that it cannot start; the gate's own
// messages have a line number after its name.
const isGateUnusable = (said: string) =>
  new RegExp(`${GATE_PATH}: (?:not found|No such file or directory|Permission denied)$`, 'm').test(
    said,
  )
// What nologin(8) prints in place of a shell.
const hasNoShell = (said: string) => /^This account is currently not available\.$/m.test(said)
const hasNoSudo = (said: string) => /(?:^|: )sudo: (?:command )?not found$/m.test(said)

/** The program in a command line. */
function programOf(commandLine: string): string {
  return commandLine
    .replace(/^sudo -n /, '')
    .replace(/^stdbuf -oL /, '')
    .split(' ', 1)[0]!
}

interface KnownFailure {
  is: (said: string, exitCode: number) => boolean
  code: HostErrorCode
  message: (commandLine: string) => string
}

/** The first match is reported. */
const knownFailures: readonly KnownFailure[] = [
  {
    is: isGateUnusable,
    code: 'permission-denied',
    message: () =>
      `The gate cannot be started. Put the script shown on the host page at ${GATE_PATH} and make it executable.`,
  },
  {
    is: hasNoShell,
    code: 'permission-denied',
    message: () =>
      'The account has no shell. Give it one, for example with `usermod --shell /bin/sh`: its key still runs nothing but the gate.',
  },
  {
    is: hasNoSudo,
    code: 'permission-denied',
    message: () => 'The host has no sudo. Install it, or use root.',
  },
  {
    is: (said, exitCode) => isNotInstalled({ exitCode, stderr: said }),
    code: 'not-xen',
    message: (commandLine) =>
      `The host has no \`${programOf(commandLine)}\` command; is it a Xen host?`,
  },
  {
    // sudo also demands a password when the requested program is missing.
    is: isRefusedBySudo,
    code: 'permission-denied',
    message: (commandLine) =>
      `sudo refused \`${commandLine}\`: the rules shown on the host page are not installed, or the program is not at the path that they name.`,
  },
  {
    is: isRefusedByGate,
    code: 'permission-denied',
    message: (commandLine) =>
      `The gate on the host refused \`${commandLine}\`. Install the gate shown on the host page.`,
  },
  {
    is: (said) => /privileged command interface: No such/.test(said),
    code: 'not-xen',
    message: () => 'The host has Xen tools but was not booted under Xen.',
  },
  {
    is: isDenied,
    code: 'permission-denied',
    message: (commandLine) =>
      `The account may not run \`${commandLine}\`. Use root, or an account with the sudoers rules.`,
  },
]

/**
 * Returns the output of a command that succeeded.
 *
 * @throws HostError `permission-denied`, `not-xen` or `command-failed`, with the remedy if known
 */
export function expectSuccess(answer: CommandAnswer, commandLine: string): string {
  const { exitCode, stdout, stderr } = answer
  if (exitCode === 0) return stdout
  const said = stderr.trim() || stdout.trim()
  const known = knownFailures.find(({ is }) => is(said, exitCode))
  if (known) throw new HostError(known.code, known.message(commandLine), said)
  throw new HostError('command-failed', `\`${commandLine}\` failed.`, said)
}
