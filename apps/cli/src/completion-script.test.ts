import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { completionScript } from './completion-script.ts'

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _steelyard; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words])
  expect(status, String(stderr)).toBe(0)
  return String(stdout).trim().split('\n')
}

it('offers commands, options and fixed values in bash', () => {
  expect(offered('steelyard', 'lo')).toEqual(['login', 'logout'])
  expect(offered('steelyard', 'upload', '--n')).toEqual(['--new-host', '--name'])
  expect(offered('steelyard', 'export', 'some', '--format', '')).toEqual(['csv', 'json'])
  expect(offered('steelyard', 'completion', '')).toContain('fish')
})

it.each(['bash', 'zsh', 'fish'] as const)('names every command and option in %s', (shell) => {
  const script = completionScript(shell, COMMANDS)
  for (const { name, options } of COMMANDS) {
    for (const word of [name, ...Object.keys(options)]) expect(script).toContain(word)
  }
})
