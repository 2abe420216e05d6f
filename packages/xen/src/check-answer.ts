import { GATE_PATH } from './access/gate-script.ts'
import { HostError } from './host-error.ts'
import type { CommandAnswer } from './remote-shell.ts'

type FailedAnswer = Pick<CommandAnswer, 'exitCode' | 'stderr'>

/** Whether the program that was asked for is not there, by the words of shells, sudo and stdbuf. */
export function isNotInstalled({ exitCode, stderr }: FailedAnswer): boolean {
  return exitCode === 127 || /(?:^|: )[\w-]+: (?:command )?not found$/m.test(stderr)
}

/** Whether sudo, the gate or the hypervisor refused. */
export function isRefused({ exitCode, stderr }: FailedAnswer): boolean {
  return isRefusedBySudo(stderr) || isRefusedByGate(exitCode, stderr) || isDenied(stderr)
}

// sudo's sentences are translated, the program name in front of them is not.
const isRefusedBySudo = (said: string) => /^sudo: |^Sorry, user /m.test(said)
const isRefusedByGate = (exitCode: number, said: string) =>
  exitCode === 126 && said.startsWith('steelyard-gate: ')
const isDenied = (said: string) => /Permission denied/.test(said)
// What the account's shell says of a forced command that it cannot start; the gate's own words
// have a line number behind its name.
const isGateUnusable = (said: string) =>
  new RegExp(`${GATE_PATH}: (?:not found|No such file or directory|Permission denied)$`, 'm').test(
    said,
  )
const hasNoSudo = (said: string) => /(?:^|: )sudo: (?:command )?not found$/m.test(said)

/** The program that a command line is about. */
function programOf(commandLine: string): string {
  return commandLine
    .replace(/^sudo -n /, '')
    .replace(/^stdbuf -oL /, '')
    .split(' ', 1)[0]!
}

/**
 * Passes on the output of a command that succeeded.
 *
 * @throws HostError `permission-denied`, `not-xen` or `command-failed`, with the fix where known
 */
export function expectSuccess(answer: CommandAnswer, commandLine: string): string {
  const { exitCode, stdout, stderr } = answer
  if (exitCode === 0) return stdout
  const said = stderr.trim() || stdout.trim()
  if (isGateUnusable(said)) {
    throw new HostError(
      'permission-denied',
      `The gate cannot be started. Put the script shown on the host page at ${GATE_PATH} and make it executable.`,
      said,
    )
  }
  if (hasNoSudo(said)) {
    throw new HostError('permission-denied', 'The host has no sudo. Install it, or use root.', said)
  }
  if (isNotInstalled({ exitCode, stderr: said })) {
    const program = programOf(commandLine)
    throw new HostError(
      'not-xen',
      `The host has no \`${program}\` command; is it a Xen host?`,
      said,
    )
  }
  if (isRefusedBySudo(said)) {
    // Asked for a program that is not there, sudo demands a password too.
    throw new HostError(
      'permission-denied',
      `sudo refused \`${commandLine}\`: the rules shown on the host page are not installed, or the program is not where they name it.`,
      said,
    )
  }
  if (isRefusedByGate(exitCode, said)) {
    throw new HostError(
      'permission-denied',
      `The gate on the host refused \`${commandLine}\`. Install the gate shown on the host page.`,
      said,
    )
  }
  if (/privileged command interface: No such/.test(said)) {
    throw new HostError('not-xen', 'The host has Xen tools but was not booted under Xen.', said)
  }
  if (isDenied(said)) {
    throw new HostError(
      'permission-denied',
      `The account may not run \`${commandLine}\`. Use root, or an account with the sudoers rules.`,
      said,
    )
  }
  throw new HostError('command-failed', `\`${commandLine}\` failed.`, said)
}
