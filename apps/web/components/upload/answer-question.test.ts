import type { SourceSettings } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { answerOf, settingsFor } from './answer-question.ts'

const unanswered: SourceSettings = {
  logFormat: null,
  durationUnit: null,
  startedAt: null,
  intervalSeconds: null,
  tscHz: null,
  byVirtualHost: null,
  everyLine: null,
  timeZone: null,
  vCpus: null,
}

describe('answers to questions about a source', () => {
  it.each([
    ['duration-unit', 'us'],
    ['start-time', '2026-11-20T14:05:00Z'],
    ['interval', '0.5'],
    ['cpu-hz', '2600000000'],
    ['time-zone', 'Europe/Berlin'],
    ['virtual-hosts', 'false'],
  ] as const)('are kept for %s', (id, value) => {
    const settings = { ...unanswered, ...settingsFor(id, value) }
    expect(answerOf(id, unanswered)).toBeNull()
    expect(answerOf(id, settings)).toBe(value)
  })

  it('are refused when they do not fit', () => {
    expect(settingsFor('interval', '0')).toBeNull()
    expect(settingsFor('interval', 'fast')).toBeNull()
    expect(settingsFor('cpu-hz', 'fast')).toBeNull()
    expect(settingsFor('virtual-hosts', 'maybe')).toBeNull()
    expect(settingsFor('domain', 'vm1')).toBeNull()
  })
})
