import type { FilledQuestion } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../../../lib/testing/fixtures.ts'
import { render } from '../../../../lib/testing/render.tsx'
import { CapLever, LoadLever } from './domain-levers.tsx'
import { HostLevers } from './host-levers.tsx'
import { OverheadSource } from './overhead-source.tsx'
import type { DomainSetting } from './question.ts'

const vm1: DomainSetting = { domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 }
const now: FilledQuestion = {
  domains: [vm1],
  domain0Weight: 256,
  tsliceMs: 30,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}

describe('the sliders of a domain', () => {
  const levers = (wanted: Partial<DomainSetting>, was: Partial<DomainSetting> = {}) => {
    const question = { wanted: { ...vm1, ...wanted }, now: { ...vm1, ...was }, onChange: () => {} }
    return render(
      <>
        <LoadLever {...question} />
        <CapLever {...question} />
      </>,
    )
  }

  it('show their values, each with its unit', () => {
    expect(levers({}).text).toBe('Load of vm1 ×1.00 Cap of vm1 none')
  })

  it('show the previous value once they are moved', () => {
    expect(levers({ cap: 50, loadFactor: 1.25 }).text).toContain(
      'Load of vm1 now ×1.00 → ×1.25 Cap of vm1 now none → 50 %',
    )
  })

  it('can stop at the current value, even between round ones', () => {
    const { html } = levers({ cap: 37 }, { cap: 37 })
    expect(html).toContain('aria-valuetext="37 %"')
    expect(html).not.toContain('now ')
  })
})

describe('the sliders of the host', () => {
  const levers = (wanted: Partial<FilledQuestion>, was = now) =>
    render(<HostLevers wanted={{ ...was, ...wanted }} now={was} onChange={() => {}} />).text

  it('show their values as chosen, with units', () => {
    const text = levers({})
    expect(text).toContain('Weight of Domain-0 256')
    expect(text).toContain('Time slice 30 ms')
    expect(text).toContain('Ratelimit 1,000 µs')
    expect(text).toContain('VMM overhead, all pCPUs busy none')
  })

  it('write zero as off or none', () => {
    expect(levers({ ratelimitUs: 0 })).toContain('now 1,000 µs → off')
    expect(levers({ overheadPercent: 3.75 })).toContain('now none → 3.75 %')
  })

  it('omit the time slice where the scheduler has none', () => {
    expect(levers({}, { ...now, tsliceMs: null })).not.toContain('Time slice')
  })
})

describe('the measurement of the overhead', () => {
  const source = (pCpus: number) =>
    render(<OverheadSource analysisId={idOf(30)} pCpus={pCpus} onUse={() => {}} />)

  it('needs more than one pCPU', () => {
    expect(source(1).text).toContain('This host has one pCPU.')
    expect(source(1).buttons).toEqual([])
  })

  it('asks for batches of both kinds, as in the paper', () => {
    const { html, text, buttons } = source(4)
    expect(text).toContain('Alternate between a guest on each of the 4 pCPUs')
    expect([...html.matchAll(/ value="(\d+)"/g)].map(([, jobs]) => jobs)).toEqual([
      '3',
      '4',
      '3',
      '4',
    ])
    expect(buttons).toEqual(['Estimate the overhead (off)', 'Add a batch', 'From this recording'])
  })

  it('reports no error for empty lines', () => {
    expect(source(4).html).not.toContain('role="alert"')
  })
})
