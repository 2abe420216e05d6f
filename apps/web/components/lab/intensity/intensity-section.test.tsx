import type { IntensityDomain, IntensityMap, IntensityPoint } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf } from '../../../lib/testing/render.tsx'
import { IntensitySection } from './intensity-section.tsx'

const call = { params: { id: idOf(30) } }

const point = (domain: string, more: Partial<IntensityPoint> = {}): IntensityPoint => ({
  domain,
  at: '2026-11-20T10:00:00Z',
  countedBy: 'wake-ups',
  creditsPerBoost: 20,
  boostsPerMs: 0.05,
  creditsPerMs: 1,
  cpu: 'low',
  io: 'high',
  ...more,
})
const domain = (name: string, more: Partial<IntensityDomain> = {}): IntensityDomain => ({
  domain: name,
  cpu: 'low',
  io: 'high',
  meaning: 'A boost would help it.',
  windows: 30,
  windowsAlike: 28,
  creditsPerMs: 1,
  ...more,
})
const section = (map: Partial<IntensityMap>) =>
  render(<IntensitySection analysisId={idOf(30)} />, {
    known: [
      answer('getIntensity', call, {
        domains: [domain('vm1')],
        points: [point('vm1')],
        thinned: false,
        thresholds: {
          'wake-ups': { creditsPerBoost: 20, boostsPerMs: 0.05 },
          executions: null,
        },
        ...map,
      } satisfies IntensityMap),
    ],
  })

describe('the map of CPU and I/O intensity', () => {
  it('shows that it is loading, or that it could not be loaded', () => {
    const waiting = render(<IntensitySection analysisId={idOf(30)} />)
    expect(waiting.text).toContain('Loading the map')
    const refused = render(<IntensitySection analysisId={idOf(30)} />, {
      known: [refusal('getIntensity', call)],
    })
    expect(refused.text).toContain('The map could not be made The API said no.')
    expect(refused.buttons).toEqual(['Try again'])
  })

  it('explains what to record where no trace counts events', () => {
    const { text } = section({ domains: [], points: [] })
    expect(text).toContain('record with xenmon or xentrace to see this map')
    expect(text).not.toContain('The map as a table')
  })

  it('describes each domain, with the number of windows that support it', () => {
    const { text } = section({
      domains: [
        domain('vm1', { windows: 12_345, windowsAlike: 12_000 }),
        domain('vm2', { windows: 1, windowsAlike: 1, meaning: 'It computes.' }),
      ],
    })
    expect(text).toContain('vm1: A boost would help it. (12,000 of 12,345 windows)')
    expect(text).toContain('vm2: It computes. (1 of 1 window)')
  })

  it('is also a table of means over the windows with known rates', () => {
    const { html } = section({
      domains: [domain('vm1'), domain('busy', { cpu: 'high', io: 'unknown', creditsPerMs: 9.9 })],
      points: [
        point('vm1'),
        point('vm1', { creditsPerBoost: 40, boostsPerMs: 0.15 }),
        point('vm1', { creditsPerBoost: null, boostsPerMs: null, io: 'unknown' }),
        point('busy', { creditsPerBoost: null, boostsPerMs: null, io: 'unknown' }),
      ],
    })
    expect(rowsOf(html)).toEqual([
      [
        'Guest',
        'CPU intensity',
        'I/O intensity',
        'Credits per event',
        'Events per ms',
        'Credits per ms',
        'Windows',
      ],
      ['vm1', 'low', 'high', '30.0', '0.100', '1.00', '30'],
      ['busy', 'high', 'unknown', '–', '–', '9.90', '30'],
    ])
  })

  it('states that windows were left out', () => {
    expect(section({ thinned: true }).text).toContain('an even selection is shown')
    expect(section({}).text).not.toContain('an even selection')
  })
})
