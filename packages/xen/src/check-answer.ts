import { HostError } from './host-error.ts'
import type { CommandAnswer } from './remote-shell.ts'

/**
 * Passes on the output of a command that succeeded.
 *
 * @throws HostError `permission-denied`, `not-xen` or `command-failed`, with the fix where known
 */
export function expectSuccess(answer: CommandAnswer, commandLine: string): string {
  if (answer.exitCode === 0) return answer.stdout
  const said = answer.stderr.trim() || answer.stdout.trim()
  const notFound = /(?:^|: )(?:\d+: )?xl: (?:command )?not found|sudo: xl: command not found/m
  if (answer.exitCode === 127 || notFound.test(said)) {
    throw new HostError('not-xen', 'The host has no `xl` command; is it a Xen host?', said)
  }
  // sudo's sentences are translated, the program name in front of them is not.
  if (/^sudo: |^Sorry, user /m.test(said)) {
    throw new HostError(
      'permission-denied',
      `sudo refused \`${commandLine}\`. Install the sudoers rules shown on the host page.`,
      said,
    )
  }
  if (answer.exitCode === 126 && said.startsWith('steelyard-gate: ')) {
    throw new HostError(
      'permission-denied',
      `The gate on the host refused \`${commandLine}\`. Install the gate shown on the host page.`,
      said,
    )
  }
  if (/privileged command interface: No such/.test(said)) {
    throw new HostError('not-xen', 'The host has Xen tools but was not booted under Xen.', said)
  }
  if (/Permission denied/.test(said)) {
    throw new HostError(
      'permission-denied',
      `The account may not run \`${commandLine}\`. Use root, or an account with the sudoers rules.`,
      said,
    )
  }
  throw new HostError('command-failed', `\`${commandLine}\` failed.`, said)
}
