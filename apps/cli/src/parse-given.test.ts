import { expect, it } from 'vitest'
import type { Command } from './command.ts'
import { UsageFault } from './faults.ts'
import { parseGiven } from './parse-given.ts'

const command: Command = {
  name: 'try',
  summary: 'try',
  arguments: ['HOST', '[MORE...]'],
  options: {
    yes: { meaning: '' },
    name: { value: 'NAME', meaning: '' },
    target: { value: 'TARGET', isMany: true, meaning: '' },
    format: { value: 'FORMAT', choices: ['csv', 'json'], meaning: '' },
  },
  run: async () => 0,
}
const one: Command = { ...command, arguments: ['SHELL'], choices: ['bash'] }

it('reads arguments and options in any order', () => {
  const given = parseGiven(command, ['--target', 'a=1s', 'xen1', '--yes', '--target=b=2s', 'x'])
  expect(given.arguments).toEqual(['xen1', 'x'])
  expect(given.list('target')).toEqual(['a=1s', 'b=2s'])
  expect([given.has('yes'), given.has('name'), given.isJson]).toEqual([true, false, false])
  expect(given.text('name')).toBeUndefined()
})

it('takes what follows -- as it is', () => {
  expect(parseGiven(command, ['--', '--yes']).arguments).toEqual(['--yes'])
})

it.each([
  ['an unknown option', command, ['xen1', '--hots'], /--hots/],
  ['an option without its value', command, ['xen1', '--name'], /--name/],
  ['a flag with a value', command, ['xen1', '--yes=no'], /--yes/],
  [
    'a value that is none of the choices',
    command,
    ['xen1', '--format', 'xml'],
    /csv, json, not xml/,
  ],
  ['a missing argument', command, [], /^HOST is missing/],
  ['an argument too many', one, ['bash', 'zsh'], /no argument zsh/],
  ['an argument that is none of the choices', one, ['tcsh'], /SHELL is one of bash, not tcsh/],
] as const)('refuses %s', (_, of, args, message) => {
  expect(() => parseGiven(of, args)).toThrow(UsageFault)
  expect(() => parseGiven(of, args)).toThrow(message)
})

it('asks for no argument where help is asked for', () => {
  expect(parseGiven(command, ['--help']).has('help')).toBe(true)
})

it('tells a programmer of an option that was never declared', () => {
  expect(() => parseGiven(command, ['xen1']).has('nmae')).toThrow('try has no option nmae')
})
