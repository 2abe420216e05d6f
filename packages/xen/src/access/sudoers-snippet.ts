import { HostError } from '../host-error.ts'
import { allowedAsRoot } from './allowed-lines.ts'

/** Throws unless Debian's adduser would accept the name. */
function checkUsername(username: string): void {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(username)) {
    throw new HostError('invalid-argument', 'That is not a plain account name.')
  }
}

/**
 * Rules for `/etc/sudoers.d/steelyard`: the account may run the allow-listed commands as root, with
 * arguments matched by regular expressions. Those need sudo 1.9.10; in older versions a `*` would
 * also match further options, so no equally narrow form exists. Use root with the gate there.
 *
 * @param movesTo aliases of the hosts that guests may be moved to
 * @throws HostError `invalid-argument`
 */
export function sudoersSnippet(username: string, movesTo: readonly string[] = []): string {
  checkUsername(username)
  const rules = allowedAsRoot(movesTo).flatMap((program) =>
    program.arguments.map((words) => `${program.path} ^${words}$`),
  )
  return [
    `# Steelyard: read the scheduler, set weights, caps and affinities, make one cpupool, record${movesTo.length > 0 ? ', move guests' : ''}. Needs sudo 1.9.10 or newer.`,
    '# Install with: visudo -f /etc/sudoers.d/steelyard',
    `Defaults:${username} !requiretty, !lecture`,
    `${username} ALL=(root) NOPASSWD: ${rules.join(', \\\n  ')}`,
    '',
  ].join('\n')
}
