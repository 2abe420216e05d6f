import type { AuditEvent } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { syslogMessage } from './syslog-message.ts'

const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
  id: '01a20980-1761-7382-9452-d02d6ae66c2d',
  sequence: 7,
  at: '2026-11-23T10:00:00.000Z',
  actor: { kind: 'user', id: null, name: 'Zoë\n<13>1 forged' },
  action: 'plan.apply',
  target: null,
  outcome: 'succeeded',
  detail: {},
  requestId: null,
  hash: 'abc',
  ...more,
})

it('is a header of RFC 5424, then the whole event, after the length of both in bytes', () => {
  const message = syslogMessage(event(), 'stee lyard')
  const text = message.toString()
  const [, length, rest] = /^(\d+) (.*)$/s.exec(text)!
  expect(Buffer.byteLength(rest!)).toBe(Number(length))
  const header = '<110>1 2026-11-23T10:00:00.000Z steelyard steelyard - plan.apply - '
  expect(rest!.startsWith(header)).toBe(true)
  expect(JSON.parse(rest!.slice(header.length))).toEqual(event())
  expect(rest).not.toContain('\n')
})

it('tells refusals and failures by their severity', () => {
  const priority = (outcome: AuditEvent['outcome']) =>
    /<(\d+)>/.exec(syslogMessage(event({ outcome }), 'h').toString())![1]
  expect([priority('refused'), priority('failed')]).toEqual(['108', '107'])
})
