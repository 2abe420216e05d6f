import { describe, expect, it } from 'vitest'
import { targetsSchema } from './targets-dialog.tsx'

function parsed(responseTimeMs: string) {
  return targetsSchema.safeParse({
    statistic: 'p99',
    window: '60',
    rows: [{ responseTimeMs, throughputPerSecond: '', isSoft: false }],
  })
}

describe('targets typed into the form', () => {
  it('treats an empty field as no target', () => {
    expect(parsed('  ').data?.rows).toEqual([
      { responseTimeMs: null, throughputPerSecond: null, isSoft: false },
    ])
  })

  it('applies them to a statistic and a window', () => {
    expect(parsed('90').data).toMatchObject({ statistic: 'p99', window: 60 })
  })

  it('reads a number with or without decimals', () => {
    expect(parsed('90').data?.rows[0]?.responseTimeMs).toBe(90)
    expect(parsed('7.5').data?.rows[0]?.responseTimeMs).toBe(7.5)
    expect(parsed(' 7,5 ').data?.rows[0]?.responseTimeMs).toBe(7.5)
  })

  it.each(['0', '-3', 'fast', '1e12', '0x10'])('refuses %j', (text) => {
    expect(parsed(text).error?.issues[0]?.message).toBe('a number above 0, or empty')
  })
})
