import {
  changePassword,
  completeSetup,
  connectHost,
  createHost,
  type Endpoint,
  setGuestLog,
  startRecording,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formWords } from './form-words.ts'

const PATH = 'an absolute path of letters, digits, dot, dash and underscore'

const refusals = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: formWords }).error?.issues ?? []

/** What a form says at its field, with every other field as it begins. */
function saidAt({ body }: Pick<Endpoint, 'body'>, field: string, value: unknown) {
  const issues = body ? refusals(body, { [field]: value }) : []
  return issues.find(({ path }) => path[0] === field)?.message
}

describe('what a form says of a value that it refuses', () => {
  it.each([
    ['a host without a name', createHost, 'name', ' ', 'must not be empty'],
    ['a name without an end', createHost, 'name', 'x'.repeat(121), 'at most 120 characters'],
    ['notes like a book', createHost, 'notes', 'x'.repeat(2001), 'at most 2,000 characters'],
    ['no port', connectHost, 'port', Number.NaN, 'enter a number'],
    ['half a port', connectHost, 'port', 22.5, 'a whole number'],
    ['port 0', connectHost, 'port', 0, 'at least 1'],
    ['a port too far', connectHost, 'port', 65_536, 'at most 65,535'],
    ['no address', connectHost, 'address', '', 'a host name or an IP address'],
    ['an option for ssh', connectHost, 'address', '-oProxy', 'a host name or an IP address'],
    ['a log nowhere', setGuestLog, 'path', '', PATH],
    ['a path up and down', setGuestLog, 'path', '/var/../etc', PATH],
    ['a path without an end', setGuestLog, 'path', `/${'x'.repeat(250)}`, 'at most 250 characters'],
    ['a recording of no time', startRecording, 'seconds', 9, 'at least 10'],
    ['a recording of hours', startRecording, 'seconds', 3601, 'at most 3,600'],
    ['a sample never', startRecording, 'intervalSeconds', Number.NaN, 'enter a number'],
    ['a short password', completeSetup, 'password', 'short', 'at least 12 characters'],
    ['a long password', changePassword, 'newPassword', 'x'.repeat(257), 'at most 256 characters'],
  ])('%s', (_what, endpoint, field, value, said) => {
    expect(saidAt(endpoint, field, value)).toBe(said)
  })

  it('names a bound that is itself refused', () => {
    const above = z.number().gt(0)
    expect(refusals(above, 0).map(({ message }) => message)).toEqual(['more than 0'])
    expect(refusals(z.number().min(0.001), 0)[0]?.message).toBe('at least 0.001')
  })

  it('leaves a schema its own words', () => {
    expect(refusals(z.string('who?'), 3)[0]?.message).toBe('who?')
    expect(refusals(z.string().min(2, 'two at least'), 'x')[0]?.message).toBe('two at least')
  })

  it('takes a half-typed time for what it is', () => {
    expect(refusals(z.iso.datetime(), '2026-11')[0]?.message).toBe('enter a complete time')
    expect(refusals(z.email(), 'ada@')[0]?.message).not.toContain('time')
  })
})
