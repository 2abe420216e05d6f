import { ALLOWED_UNPRIVILEGED, allowedAsRoot } from './allowed-lines.ts'

export const GATE_PATH = '/usr/local/sbin/steelyard-gate'

/**
 * A forced command for `authorized_keys` (root-owned, mode 0755). It runs the requested line if
 * that is on the allow-list and refuses anything else, so that the key is useless for other
 * purposes. `grep -x` matches line by line, so the script first checks that there is a single line.
 *
 * @param movesTo aliases of the hosts that guests may be moved to
 * @throws HostError `invalid-argument`
 */
export function gateScript(movesTo: readonly string[] = []): string {
  const lines = [
    ...allowedAsRoot(movesTo).flatMap((program) =>
      program.arguments.map((words) => `(sudo -n )?${program.name} ${words}`),
    ),
    ...ALLOWED_UNPRIVILEGED,
  ]
  const patterns = lines.map((line) => `  -e '${line}'`)
  return [
    '#!/bin/sh',
    '# Steelyard: the only commands that its key may run on this host.',
    'export LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'set -f',
    'asked=$SSH_ORIGINAL_COMMAND',
    `if [ "$(printf '%s\\n' "$asked" | wc -l)" -eq 1 ] && printf '%s\\n' "$asked" | grep -qxE \\`,
    `${patterns.join(' \\\n')}`,
    'then',
    '  # Only plain words pass the patterns, so splitting at blanks is all that happens here.',
    '  exec $asked',
    'fi',
    "echo 'steelyard-gate: this key may not run that command' >&2",
    'exit 126',
    '',
  ].join('\n')
}
