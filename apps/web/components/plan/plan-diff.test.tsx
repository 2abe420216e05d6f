import type { Plan, PlanChange, PoolChange } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aChange, aPlan } from '../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { ChangeSummary } from './change-summary.tsx'
import { PlanDiff } from './plan-diff.tsx'
import { PoolDiff } from './pool-diff.tsx'

const table = (changes: PlanChange[], more: Partial<Plan> = {}) =>
  rowsOf(render(<PlanDiff plan={aPlan({ changes, ...more })} />).html)
const pool: PoolChange = {
  cpupool: 'steelyard-rt',
  scheduler: 'rtds',
  pCpusBefore: null,
  pCpusAfter: '2-3',
}

describe('the table of changes', () => {
  it('shows changed values before and after, and others once', () => {
    const idle = aChange('vm2', { weightAfter: 256, shareAfter: 0.2, changed: false })
    expect(table([aChange('vm1'), idle])).toEqual([
      ['Guest', 'Weight', 'Share'],
      ['vm1 id 3', 'before 256 after 512', 'before 20 % after 33 %'],
      ['vm2 id 3 · unchanged', '256', '20 %'],
    ])
  })

  it('omits an unknown id', () => {
    const unseen = aChange('vm1', { xenId: null })
    expect(table([unseen])[1]?.[0]).toBe('vm1')
    expect(table([{ ...unseen, changed: false }])[1]?.[0]).toBe('vm1 unchanged')
  })

  it('describes the bars for screen readers', () => {
    const domain0 = aChange('Domain-0', { weightAfter: 256, changed: false })
    const { html } = render(<PlanDiff plan={aPlan({ changes: [domain0, aChange('vm1')] })} />)
    expect(html).toContain('aria-label="Shares: Domain-0 50 %, vm1 50 %"')
    expect(html).toContain('aria-label="Shares: Domain-0 33 %, vm1 67 %"')
  })

  it('writes a cap of 0 as none, and only where there is any', () => {
    expect(table([aChange('vm1', { capBefore: 0, capAfter: 150 })])[1]?.[3]).toBe(
      'before none after 150 %',
    )
  })

  it('groups the digits of large weights', () => {
    expect(table([aChange('vm1', { weightAfter: 65_535 })])[1]?.[1]).toBe('before 256 after 65,535')
  })

  it('shows pCPUs only where they are or were restricted', () => {
    expect(table([aChange('vm1', { affinityAfter: '0-1' })])[1]?.[3]).toBe('before all after 0-1')
    const pinned = aChange('vm1', { affinityBefore: '0', affinityAfter: '0' })
    expect(table([pinned])[1]?.[3]).toBe('0')
    const unknown = aChange('vm1', { affinityBefore: null, affinityAfter: '0' })
    expect(table([unknown])[1]?.[3]).toBe('before unknown after 0')
    const never = aChange('vm1', { affinityBefore: null, affinityAfter: null })
    expect(table([never])[0]).not.toContain('Runs on pCPUs')
  })

  it('shows predicted times, and which domains have none', () => {
    const slow = aChange('vm1', {
      predictedBefore: { ms: 120.4, lowMs: 100, highMs: 144 },
      predictedAfter: { ms: 71.96, lowMs: 60, highMs: 86.4 },
    })
    const rows = table([{ ...slow, targetMs: 80, meetsTarget: true }, aChange('vm2')])
    expect(rows.map((row) => row.slice(-3))).toEqual([
      ['Predicted, 90 % , ms', 'Target, ms', 'Then'],
      ['before 120 after 72 (60 to 86) probably meets', '80', 'Probably meets'],
      ['not predicted', '–', ''],
    ])
    const unmeasured = aChange('vm1', {
      predictedAfter: { ms: 10_500, lowMs: 9000, highMs: 12_000 },
    })
    expect(table([unmeasured])[1]?.at(-3)).toBe('before – after 11 (9.0 to 12)')
  })

  it('calls a target surely met only on enough evidence', () => {
    const change = aChange('vm1', {
      predictedAfter: { ms: 70, lowMs: 60, highMs: 78 },
      targetMs: 80,
      meetsTarget: true,
    })
    const said = (grade: Plan['grade']) => table([change], { grade })[1]?.at(-1)
    expect([said('enough'), said('thin'), said('not-enough')]).toEqual([
      'Meets',
      'Probably meets',
      'Not enough evidence',
    ])
  })

  it('shows reservations, and no weights in their cpupool', () => {
    const reserved = aChange('vm1', {
      weightAfter: null,
      shareAfter: null,
      cpupoolAfter: 'steelyard-rt',
      reservationAfter: { periodMs: 100, budgetMs: 70.5, extraTime: false },
    })
    const [head, row] = table([reserved], { cpupools: [pool] })
    expect(head?.slice(0, 4)).toEqual(['Guest', 'Weight', 'Share', 'Cpupool'])
    expect(row?.slice(1, 4)).toEqual([
      'before 256 after –',
      'no weights here',
      'before Pool-0 after steelyard-rt each vCPU 70.5 ms in every 100 ms',
    ])
    const spare = { periodMs: 100, budgetMs: 70, extraTime: true }
    expect(
      table([{ ...reserved, reservationAfter: spare }], { cpupools: [pool] })[1]?.[3],
    ).toContain('70 ms in every 100 ms, and spare time')
  })
})

describe('the cpupools', () => {
  const pools = (...changes: PoolChange[]) => render(<PoolDiff pools={changes} />).text

  it('are shown as new, changed or dissolved', () => {
    expect(pools(pool)).toBe('steelyard-rt new, scheduler rtds pCPUs before none after 2-3')
    const shrunk = { ...pool, cpupool: 'Pool-0', scheduler: 'credit2', pCpusBefore: '0-3' }
    expect(pools({ ...shrunk, pCpusAfter: '0-1' })).toBe(
      'Pool-0 scheduler credit2 pCPUs before 0-3 after 0-1',
    )
    expect(pools({ ...pool, pCpusBefore: '2-3', pCpusAfter: null })).toBe(
      'steelyard-rt scheduler rtds pCPUs before 2-3 after none',
    )
  })
})

describe('the summary above the password', () => {
  const summary = (...changes: PlanChange[]) =>
    render(<ChangeSummary hostName="xen-1" changes={changes} />).text

  it('contains only values that change', () => {
    expect(summary(aChange('vm1'))).toBe(
      '1 guest on xen-1 will be changed, read back, and restored if anything goes wrong: vm1 weight before 256 after 512',
    )
    const all = aChange('vm2', { capAfter: 80, affinityAfter: '0-1', cpupoolAfter: 'steelyard-rt' })
    const text = summary(aChange('vm1'), all)
    expect(text).toContain('2 guests on xen-1')
    expect(text).toContain(
      'vm2 weight before 256 after 512 cap before none after 80 % cpupool before Pool-0 after steelyard-rt pCPUs before all after 0-1',
    )
  })
})
