import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { isAgreed, secretFrom } from './ask.ts'

const QUESTION = { variable: 'STEELYARD_TOKEN', question: 'Token' }

function terminalOf({ isTTY, env = {} }: { isTTY: boolean; env?: Record<string, string> }) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const errors = Object.assign(new PassThrough(), { isTTY })
  const shown: string[] = []
  errors.on('data', (chunk) => shown.push(String(chunk)))
  return { env, input, output: new PassThrough(), errors, shown }
}

it('asks for a secret and does not show it', async () => {
  const terminal = terminalOf({ isTTY: true })
  const asked = secretFrom(terminal, QUESTION)
  terminal.input.write('very secret\r')
  expect(await asked).toBe('very secret')
  expect(terminal.shown.join('')).toBe('Token: \n')
})

it('takes it from the environment first, and otherwise from the first line of the input', async () => {
  const set = terminalOf({ isTTY: true, env: { STEELYARD_TOKEN: 'set' } })
  expect(await secretFrom(set, QUESTION)).toBe('set')
  const piped = terminalOf({ isTTY: false })
  piped.input.end('piped\r\nmore\n')
  expect(await secretFrom(piped, QUESTION)).toBe('piped')
})

it.each(['', '\n', '  \n'])('refuses the input %j', async (text) => {
  const terminal = terminalOf({ isTTY: false })
  terminal.input.end(text)
  await expect(secretFrom(terminal, QUESTION)).rejects.toThrow(/Token is missing/)
})

it.each(['\u0003', '\u0004'])('ends with the key %j', async (key) => {
  const terminal = terminalOf({ isTTY: true })
  const asked = secretFrom(terminal, QUESTION)
  terminal.input.write(key)
  await expect(asked).rejects.toThrow('Nothing was entered.')
})

it.each([
  ['y', true],
  ['YES', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('takes %j for %s', async (answer, expected) => {
  const terminal = terminalOf({ isTTY: true })
  const asked = isAgreed(terminal, 'Apply it?')
  terminal.input.write(`${answer}\r`)
  expect(await asked).toBe(expected)
})

it('cannot ask without a terminal', async () => {
  await expect(isAgreed(terminalOf({ isTTY: false }), 'Apply it?')).rejects.toThrow('--yes')
})

it('asks for the password after the agreement, on the same terminal', async () => {
  const terminal = terminalOf({ isTTY: true })
  const agreed = isAgreed(terminal, 'Apply it?')
  terminal.input.write('y\r')
  expect(await agreed).toBe(true)
  const secret = secretFrom(terminal, { variable: 'STEELYARD_PASSWORD', question: 'Password' })
  terminal.input.write('very secret\r')
  expect(await secret).toBe('very secret')
  expect(terminal.shown.join('')).not.toContain('very secret')
})
