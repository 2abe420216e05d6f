import type { Twin } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { render } from '../../../lib/testing/render.tsx'
import { TwinCard } from './twin-card.tsx'

const interval = (ms: number) => ({ ms, lowMs: ms - 3, highMs: ms + 3 })
const domain: Twin['domains'][number] = {
  domain: 'vm1',
  mean: interval(54),
  p95: interval(120),
  p99: null,
  logged: { mean: null, p95: null },
  cpuShare: 0.3,
  runnableWaitPerRequestMs: 2,
  measuredMeanMs: 50,
  measuredP95Ms: 125,
  measuredBy: 'client',
}
const twin: Twin = {
  state: 'done',
  reason: null,
  arrivals: 'recorded',
  replications: 20,
  simulatedSeconds: 300,
  scheduler: 'credit2',
  xenVersion: '4.19',
  domains: [domain],
}
const shown = (more: Partial<Twin> = {}) =>
  render(<TwinCard analysisId="a1" twin={{ ...twin, ...more }} />)
const card = (more: Partial<Twin> = {}) => shown(more).text

describe('a twin that was played', () => {
  it('shows each figure with its interval and its distance from the measurement', () => {
    expect(card()).toContain(
      'Mean 54.0 ms (51.0 to 57.0 ms) , measured 50.0 ms: +8 % 95 % 120 ms (117 to 123 ms) , measured 125 ms: −4 % 99 % no answer',
    )
    expect(card()).toContain('CPU 30.0 % of one pCPU, waits 2.00 ms a request')
  })

  it('compares the log’s measurement with the log that the twin would write', () => {
    const logged = { mean: interval(49), p95: interval(110) }
    const text = card({ domains: [{ ...domain, measuredBy: 'access-log', logged }] })
    expect(text).toContain('Mean 54.0 ms (51.0 to 57.0 ms) 95 %')
    expect(text).toContain('Mean in the log 49.0 ms (46.0 to 52.0 ms) , measured 50.0 ms: −2 %')
  })

  it('has nothing to compare with where nothing was measured', () => {
    const unmeasured = { ...domain, measuredMeanMs: null, measuredP95Ms: null }
    expect(card({ domains: [unmeasured] })).not.toContain('measured 5')
  })

  it('can be watched in Perfetto', () => {
    const link = {
      'First 10 s for Perfetto': expect.stringContaining('/analyses/a1/twin/perfetto'),
    }
    expect(shown().links).toMatchObject(link)
    expect(shown({ state: 'left-out', domains: [] }).links).toEqual({})
  })

  it('states what it assumes', () => {
    expect(card({ reason: 'The clients’ clock is behind the network.' })).toContain(
      'behind the network.',
    )
  })
})

it('states once why it was left out, and draws nothing', () => {
  const text = card({ state: 'left-out', reason: 'Too few requests.', domains: [] })
  expect(text.split('Too few requests.')).toHaveLength(2)
  expect(text).not.toContain('Dot and whisker')
})
