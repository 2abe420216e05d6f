import type { Endpoint } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formWords } from './form-words.ts'
import type { Operation } from './operations.ts'

const PATH = 'an absolute path of letters, digits, dot, dash and underscore'

const refusals = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: formWords }).error?.issues ?? []

/** The message at one field when only that field is filled in. */
async function saidAt(operation: Operation, field: string, value: unknown) {
  const { body }: Endpoint = (await import('@steelyard/contract'))[operation]
  const issues = body ? refusals(body, { [field]: value }) : []
  return issues.find(({ path }) => path[0] === field)?.message
}

describe('the message of a form', () => {
  it.each([
    ['for a host without a name', 'createHost', 'name', ' ', 'must not be empty'],
    ['for a very long name', 'createHost', 'name', 'x'.repeat(121), 'at most 120 characters'],
    ['for very long notes', 'createHost', 'notes', 'x'.repeat(2001), 'at most 2,000 characters'],
    ['for a missing port', 'connectHost', 'port', Number.NaN, 'enter a number'],
    ['for a port with decimals', 'connectHost', 'port', 22.5, 'a whole number'],
    ['for port 0', 'connectHost', 'port', 0, 'at least 1'],
    ['for a port that is too high', 'connectHost', 'port', 65_536, 'at most 65,535'],
    ['for a missing address', 'connectHost', 'address', '', 'a host name or an IP address'],
    [
      'for an address that is an option of ssh',
      'connectHost',
      'address',
      '-oProxy',
      'a host name or an IP address',
    ],
    [
      'for an address with its port',
      'connectHost',
      'address',
      '::1:x',
      'a host name or an IP address',
    ],
    ['for a missing path', 'setGuestLog', 'path', '', PATH],
    ['for a path with ..', 'setGuestLog', 'path', '/var/../etc', PATH],
    [
      'for a very long path',
      'setGuestLog',
      'path',
      `/${'x'.repeat(250)}`,
      'at most 250 characters',
    ],
    ['for a recording that is too short', 'startRecording', 'seconds', 9, 'at least 10'],
    ['for a recording that is too long', 'startRecording', 'seconds', 3601, 'at most 3,600'],
    ['for a missing interval', 'startRecording', 'intervalSeconds', Number.NaN, 'enter a number'],
    ['for a short password', 'completeSetup', 'password', 'short', 'at least 12 characters'],
    [
      'for a long password',
      'changePassword',
      'newPassword',
      'x'.repeat(257),
      'at most 256 characters',
    ],
  ] as const)('%s', async (_what, operation, field, value, said) => {
    expect(await saidAt(operation, field, value)).toBe(said)
  })

  it('distinguishes an excluded bound', () => {
    const above = z.number().gt(0)
    expect(refusals(above, 0).map(({ message }) => message)).toEqual(['more than 0'])
    expect(refusals(z.number().min(0.001), 0)[0]?.message).toBe('at least 0.001')
  })

  it('is the schema’s own where it has one', () => {
    expect(refusals(z.string('who?'), 3)[0]?.message).toBe('who?')
    expect(refusals(z.string().min(2, 'two at least'), 'x')[0]?.message).toBe('two at least')
  })

  it('describes an incomplete time', () => {
    expect(refusals(z.iso.datetime(), '2026-11')[0]?.message).toBe('enter a complete time')
    expect(refusals(z.email(), 'ada@')[0]?.message).not.toContain('time')
  })
})
