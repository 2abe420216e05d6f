import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exitCodeOf } from './commands/analyse.ts'
import { COMMANDS } from './commands.ts'
import { MEANINGS } from './exit-codes.ts'
import { runInTest } from './testing/run-in-test.ts'

const guide = readFileSync(
  path.join(import.meta.dirname, '../../../docs/guides/command-line.md'),
  'utf8',
)

it('helps with every command, and the guide shows each with its arguments', async () => {
  for (const { name, arguments: names } of COMMANDS) {
    const { exitCode, output } = await runInTest([name, '--help'])
    expect(exitCode).toBe(0)
    expect(output).toContain(`Usage: steelyard ${[name, ...names].join(' ')}`)
    expect(guide).toContain(`| \`${[name, ...names].join(' ')}`)
  }
})

it('documents every exit code', async () => {
  const { output } = await runInTest(['--help'])
  for (const [code, meaning] of Object.entries(MEANINGS)) {
    expect(output).toContain(`  ${code}  ${meaning}`)
    expect(guide).toContain(`| ${code} | ${meaning} |`)
  }
})

it.each([
  ['meets', 0],
  ['probably-meets', 0],
  ['no-targets', 0],
  ['misses', 3],
  ['probably-misses', 3],
  ['saturated', 3],
  ['not-enough-evidence', 4],
  [null, 4],
] as const)('a verdict of %s is exit code %i', (verdict, code) => {
  expect(exitCodeOf(verdict)).toBe(code)
})

it('says what it does not know, on the errors alone', async () => {
  const unknown = await runInTest(['fly'])
  expect(unknown).toEqual({
    exitCode: 1,
    output: '',
    errors: 'There is no command fly. steelyard --help lists them.\n',
  })
  const { errors } = await runInTest(['plan', '--json', '--hots'])
  expect(JSON.parse(errors).error.code).toBe('usage')
  expect((await runInTest([])).exitCode).toBe(1)
  expect(await runInTest(['backup'])).toMatchObject({ exitCode: 1, output: '' })
})
