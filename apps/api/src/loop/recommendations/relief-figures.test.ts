import type { HostMinute, Relief, WeighedHost } from '@steelyard/loop'
import { gainOfRelief } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { describe, expect, it } from 'vitest'
import { reliefFigures } from './relief-figures.ts'
import { packRelief, serialiseRelief, unpackRelief } from './stored-relief.ts'

const guest = (domain: string, targets: object = {}) => ({
  domain,
  weight: 256,
  targetSeconds: null,
  softTargetSeconds: null,
  mostPCpus: 1,
  ...targets,
})
const host: WeighedHost = {
  pCpus: 1,
  scheduler: 'credit',
  domain0Weight: 256,
  statistic: 'p95',
  domains: [
    guest('vm1', { targetSeconds: 3 }),
    guest('vm2', { softTargetSeconds: 10 }),
    guest('vm3'),
  ],
}
const relief: Relief = {
  by: 'payers',
  missing: ['vm1'],
  payers: ['vm3', 'vm2'],
  weightsAfter: { vm1: 4000, vm2: 1000, vm3: 100 },
  changes: [
    { domain: 'vm1', shareBefore: 1 / 3, shareAfter: 0.78 },
    { domain: 'vm2', shareBefore: 1 / 3, shareAfter: 0.2 },
    { domain: 'vm3', shareBefore: 1 / 3, shareAfter: 0.02 },
  ],
  worstBefore: 4.1 / 3,
  worstExpected: 0.6,
  factors: {},
}
const minutes = [2, 3.5, 4.1].map(
  (valueSeconds, minute): HostMinute => ({
    startEpochSeconds: minute * 60,
    domain0CpuSeconds: null,
    domains: [{ domain: 'vm1', requests: 600, cpuSeconds: 20, valueSeconds }],
  }),
)
const said = (more: Partial<Relief> = {}) =>
  words.loop.relief(
    reliefFigures({ ...relief, ...more }, host, { minutes, policy: { ofWindows: 3 } as never }),
  )

describe('the words of a relief', () => {
  it('say who missed what, who pays, and what is expected', () => {
    expect(said()).toBe(
      'vm1 missed its target of 3,000 ms in 2 of the last 3 minutes (4,100 ms, 1.37 times). vm3 has no target and gives 94 % of its part of the guests’ weights. vm2 has a soft target of 10 s and gives 40 % of its part of the guests’ weights. vm1 is expected at 0.6 times its target.',
    )
  })

  it('count minutes with requests alone', () => {
    const idle = { startEpochSeconds: 180, domain0CpuSeconds: null, domains: [] }
    const figures = reliefFigures(relief, host, {
      minutes: [...minutes, idle],
      policy: { ofWindows: 3 } as never,
    })
    expect(words.loop.relief(figures)).toContain(
      'in 2 of the last 3 minutes (4,100 ms, 1.37 times).',
    )
  })

  it('say who keeps its share', () => {
    const changes = relief.changes.map((each) => ({ ...each, shareAfter: each.shareBefore }))
    expect(said({ changes })).toContain(
      'vm3 has no target and keeps its part of the guests’ weights.',
    )
  })

  it('say where nobody can pay, and where it is not enough', () => {
    expect(said({ by: 'model', payers: [] })).toContain(
      'Nobody can pay for it, so the queueing formula divides the shares anew. vm1 is expected',
    )
    expect(said({ worstExpected: Number.POSITIVE_INFINITY })).toMatch(
      /Even then the load of vm1 does not fit its weight\.$/,
    )
  })
})

describe('a stored relief', () => {
  const kept = { ...relief, pCpus: 1, scheduler: 'credit' } as const
  const stored = (more: Partial<Relief> = {}) => {
    const policy = { ofWindows: 3 } as never
    const figures = reliefFigures({ ...relief, ...more }, host, { minutes, policy })
    return { relief: JSON.parse(JSON.stringify(packRelief({ ...kept, ...more }, figures))) }
  }

  it('comes back as it was, also where nothing finite is expected', () => {
    expect(unpackRelief(stored())).toMatchObject(kept)
    const worstExpected = Number.POSITIVE_INFINITY
    expect(unpackRelief(stored({ worstExpected }))!.worstExpected).toBe(worstExpected)
    expect(serialiseRelief(stored({ worstExpected }))!.statement).toBe(said({ worstExpected }))
    expect(unpackRelief({ relief: null })).toBeNull()
  })

  it('keeps the words that an earlier version stored, and refuses a form to come', () => {
    const earlier = { ...kept, statement: 'vm1 missed its target.' }
    expect(serialiseRelief({ relief: earlier })!.statement).toBe('vm1 missed its target.')
    expect(() => unpackRelief({ relief: { ...earlier, version: 3 } })).toThrow(/in form 3/)
  })

  it('gains what the worst time falls by, and never less than nothing', () => {
    expect(gainOfRelief(relief)).toBeCloseTo(1 - 0.6 / (4.1 / 3), 12)
    expect(gainOfRelief({ ...relief, worstExpected: 2 })).toBe(0)
    expect(gainOfRelief({ ...relief, worstExpected: Number.POSITIVE_INFINITY })).toBe(0)
  })
})
