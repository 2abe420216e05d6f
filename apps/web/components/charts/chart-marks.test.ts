import { describe, expect, it } from 'vitest'
import { aResult } from '../../lib/testing/fixtures.ts'
import { bandAt, phaseBands, weightChangeMarks } from './chart-marks.ts'

const phase = (label: string, from: string, to: string) => ({ label, from, to, domains: [] })

describe('the bands of phases', () => {
  const bands = phaseBands(
    aResult({
      phases: [
        phase('Phase 1', '2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'),
        phase('Phase 12', '2026-11-20T10:05:00Z', '2026-11-20T10:10:00Z'),
        phase('warm-up', '2026-11-20T10:20:00Z', '2026-11-20T10:30:00Z'),
      ],
    }),
  )

  it('have a short label for narrow bands', () => {
    expect(bands.map(({ short }) => short)).toEqual(['1', '12', 'war'])
  })

  it('include their start and exclude their end', () => {
    const at = (time: string) => bandAt(bands, Date.parse(`2026-11-20T${time}Z`))?.label
    expect(at('09:59:59')).toBeUndefined()
    expect(at('10:00:00')).toBe('Phase 1')
    expect(at('10:05:00')).toBe('Phase 12')
    expect(at('10:15:00')).toBeUndefined()
  })
})

describe('the marks of changed weights', () => {
  const change = (at: string, domain: string, weight: number) => ({ at, domain, weight })

  it('are merged for changes at the same instant', () => {
    const marks = weightChangeMarks(
      aResult({
        weightChanges: [
          change('2026-11-20T10:00:00Z', 'vm1', 512),
          change('2026-11-20T10:05:00Z', 'vm1', 1024),
          change('2026-11-20T10:00:00Z', 'vm2', 128),
        ],
      }),
    )
    expect(marks).toEqual([
      { at: Date.parse('2026-11-20T10:00:00Z'), label: 'vm1 → 512, vm2 → 128' },
      { at: Date.parse('2026-11-20T10:05:00Z'), label: 'vm1 → 1,024' },
    ])
  })
})
