import { describe, expect, it } from 'vitest'
import { parseLengthMs, parseTime } from './parse-range.ts'
import { parseTargets } from './parse-target.ts'
import { parseWeights } from './parse-weight.ts'

const target = (responseTimeMs: number | null, throughputPerSecond: number | null) => ({
  domain: 'vm1',
  responseTimeMs,
  throughputPerSecond,
  isSoft: false,
})

describe('targets', () => {
  it.each([
    ['vm1=180ms', target(180, null)],
    ['vm1=1.5s', target(1500, null)],
    ['vm1=20/s', target(null, 20)],
  ])('%s', (text, expected) => expect(parseTargets([text])).toEqual([expected]))

  it('joins those of one guest, and leaves = to names', () => {
    expect(parseTargets(['vm1=180ms', 'a=b=2s', 'vm1=20/s'])).toEqual([
      target(180, 20),
      { ...target(2000, null), domain: 'a=b' },
    ])
  })

  it.each(['vm1', 'vm1=', '=180ms', 'vm1=180', 'vm1=0ms', 'vm1=-1ms', 'vm1=180 ms', 'vm1=1e3ms'])(
    'refuses %s',
    (text) => expect(() => parseTargets([text])).toThrow(/write it as vm1=180ms/),
  )
})

describe('weights and caps', () => {
  it('joins those of one guest', () => {
    expect(parseWeights(['vm1=332', 'vm2=256'], ['vm1=50'])).toEqual([
      { domain: 'vm1', weight: 332, cap: 50 },
      { domain: 'vm2', weight: 256 },
    ])
  })

  it.each(['vm1', 'vm1=', '=332', 'vm1=3.5', 'vm1=-1', 'vm1=1000000'])('refuses %s', (text) => {
    expect(() => parseWeights([text])).toThrow(/--weight .*write it as vm1=332/)
  })
})

describe('times', () => {
  it('takes moments with their offset from UTC only', () => {
    expect(parseTime('from', '2026-11-28T08:00:00+01:00')).toBe('2026-11-28T08:00:00+01:00')
    for (const text of ['yesterday', '2026-11-28', '2026-11-28T08:00:00']) {
      expect(() => parseTime('from', text)).toThrow(/--from/)
    }
  })

  it('takes lengths', () => {
    const lengths = ['45s', '30m', '2h', '1d'].map((text) => parseLengthMs('last', text))
    expect(lengths).toEqual([45_000, 1_800_000, 7_200_000, 86_400_000])
    for (const text of ['30', 'm', '0m', '-1h', '1.5h', '1w']) {
      expect(() => parseLengthMs('last', text)).toThrow(/--last/)
    }
  })
})
