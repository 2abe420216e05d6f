import { expect, it } from 'vitest'
import { sourceCounts } from './source-kinds.ts'

const unknown = {
  kind: 'unknown',
  noun: { one: 'unknown file', many: 'unknown files' },
  observes: null,
}
const accessLog = {
  kind: 'access-log',
  noun: { one: 'access log', many: 'access logs' },
  observes: 'requests' as const,
}
const xenmon = {
  kind: 'xenmon',
  noun: { one: 'xenmon trace', many: 'xenmon traces' },
  observes: 'cpu' as const,
}
const recording = {
  kind: 'recording',
  noun: { one: 'recording description', many: 'recording descriptions' },
  observes: null,
}

it('counts sources by kind, in order of importance', () => {
  expect(sourceCounts([unknown, accessLog, recording, xenmon, accessLog])).toBe(
    '1 xenmon trace, 2 access logs, 1 recording description, 1 unknown file',
  )
})
