import type { Recording } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import type { SavedXlOutput } from './join-xl-outputs.ts'
import { knownHost } from './known-host.ts'

type XlOutput = SavedXlOutput['output']
type XlStatement = XlOutput['statements'][number]

const statement = (id: number, name: string, more: Partial<XlStatement> = {}): XlStatement => ({
  id,
  name,
  weight: null,
  cap: null,
  vCpus: null,
  ...more,
})
const saved = (
  path: string,
  statements: XlStatement[],
  more: Partial<XlOutput> = {},
): SavedXlOutput => ({
  path,
  output: {
    schedulers: [],
    timeSlicesMs: [],
    rateLimitsUs: [],
    pCpus: null,
    xenVersion: null,
    statements,
    ...more,
  },
})
const recording = {
  xenVersion: null,
  domains: [
    { name: 'Domain-0', id: 0, vCpus: 1, weight: 256 },
    { name: 'vm1', id: 1, vCpus: 2, weight: 256 },
  ],
  scheduler: { name: 'credit', tsliceMs: 5, ratelimitUs: null },
  weightChanges: [
    { atSeconds: 90, domain: 'vm1', weight: 512 },
    { atSeconds: 60, domain: 'vm1', weight: 384 },
  ],
} as unknown as Recording
const host = {
  scheduler: 'credit2',
  pCpus: 8,
  domains: [
    { name: 'vm1', xenId: 11, weight: 1000, cap: 0, vCpus: 4 },
    { name: 'vm2', xenId: 2, weight: 2000, cap: 25, vCpus: 1 },
    { name: 'vm3', xenId: null, weight: null, cap: null, vCpus: null },
  ],
  inventory: {
    xenVersion: '4.18.2',
    cpupools: [
      { scheduler: 'credit2', timeSliceMs: null, rateLimitUs: 700 },
      { scheduler: 'credit', timeSliceMs: 30, rateLimitUs: 900 },
    ],
  },
}
const nobody = { recording: null, xl: [], host: null }
const factsBy = (said: Partial<Parameters<typeof knownHost>[0]>) =>
  knownHost({ ...nobody, ...said }).facts
const weightBy = (said: Partial<Parameters<typeof knownHost>[0]>, name: string) =>
  factsBy(said).domains.find(({ domain }) => domain === name)?.weight

describe('what is known of a host', () => {
  const xl = [
    saved(
      'xl.txt',
      [statement(1, 'vm1', { weight: 700, cap: 50 }), statement(2, 'web', { weight: 800 })],
      { schedulers: ['credit'], pCpus: 2 },
    ),
  ]

  it('comes from the recording, else from xl, else from the host, and names its source', () => {
    const origin = (kind: string, path: string | null = null) => ({ kind, path })
    expect(weightBy({ recording, xl, host }, 'vm1')).toEqual({
      value: 512,
      origin: origin('recording'),
    })
    expect(weightBy({ xl, host }, 'vm1')).toEqual({
      value: 700,
      origin: origin('xl-output', 'xl.txt'),
    })
    expect(weightBy({ host }, 'vm1')).toEqual({ value: 1000, origin: origin('host') })
    expect(weightBy({ host }, 'vm3')).toBeNull()
    const { scheduler, pCpus } = factsBy({ recording, xl, host })
    expect(scheduler).toEqual({ value: 'credit', origin: origin('recording') })
    expect(pCpus).toEqual({ value: 2, origin: origin('xl-output', 'xl.txt') })
    expect(factsBy({ host }).scheduler).toEqual({ value: 'credit2', origin: origin('host') })
  })

  it('includes the version of Xen and the parameters of the scheduler, each from the first that has it', () => {
    const parameters = (said: Partial<Parameters<typeof knownHost>[0]>) => {
      const { tsliceMs, ratelimitUs, xenVersion } = factsBy(said)
      return [tsliceMs?.value, ratelimitUs?.value, xenVersion?.value]
    }
    const saying = (timeSlicesMs: number[]) => [
      saved('xl.txt', [], { timeSlicesMs, rateLimitsUs: [1000], xenVersion: '4.17.7' }),
    ]
    expect(parameters({ recording, xl: saying([10]), host })).toEqual([5, 1000, '4.17.7'])
    expect(parameters({ xl: saying([10]), host })).toEqual([10, 1000, '4.17.7'])
    // Of the pool that has the scheduler in force, whichever the host runs today.
    expect(parameters({ recording, host })).toEqual([5, 900, '4.18.2'])
    expect(parameters({ host })).toEqual([undefined, 700, '4.18.2'])
    expect(factsBy({ recording, xl: saying([30, 10]) }).contradictions).toEqual([])
    expect(factsBy({ xl: saying([30, 10]) }).contradictions).toMatchObject([
      { about: { what: 'tsliceMs' } },
    ])
  })

  it('includes what its hypervisor does beyond Xen, as the host alone states it', () => {
    const experiments = {
      boost: 'loan',
      boostLasts: 'dispatch',
      loan: { credits: 600, share: 0.5, factor: 3 },
      realTimeWeight: null,
    } as const
    const ours = { ...host, inventory: { ...host.inventory, experiments } }
    expect(factsBy({ recording, xl, host: ours }).experiments).toEqual({
      value: experiments,
      origin: { kind: 'host', path: null },
    })
    expect(factsBy({ recording, xl, host }).experiments).toBeNull()
  })

  it('is completed fact by fact', () => {
    const vCpus = (said: Partial<Parameters<typeof knownHost>[0]>) =>
      factsBy(said).domains.map((each) => each.vCpus?.value)
    expect(vCpus({ recording, host })).toEqual([1, 2, 1, undefined])
    expect(vCpus({ host })).toEqual([4, 1, undefined])
    const { domains } = factsBy({ recording, xl, host })
    expect(domains.map(({ domain, cap }) => [domain, cap?.value, cap?.origin.kind])).toEqual([
      ['Domain-0', undefined, undefined],
      ['vm1', 50, 'xl-output'],
      ['vm2', 25, 'host'],
      ['vm3', undefined, undefined],
      ['web', undefined, undefined],
    ])
  })

  it('names the domains by number in the same order', () => {
    const { nameById, guests } = knownHost({ recording, xl, host })
    expect(nameById.get(1)).toMatchObject({ value: 'vm1', origin: { kind: 'recording' } })
    expect(nameById.get(2)).toMatchObject({ value: 'web', origin: { path: 'xl.txt' } })
    expect(nameById.get(11)).toMatchObject({ value: 'vm1', origin: { kind: 'host' } })
    expect(guests).toEqual(['vm1', 'vm2', 'vm3', 'web'])
    expect(knownHost(nobody)).toMatchObject({ guests: [], facts: { domains: [], scheduler: null } })
  })
})

describe('several outputs of xl', () => {
  const before = saved('before.txt', [
    statement(1, 'vm1', { weight: 256 }),
    statement(2, 'vm2', { weight: 256 }),
  ])
  const after = saved('after.txt', [
    statement(1, 'vm1', { weight: 384 }),
    statement(2, 'vm2', { weight: 256 }),
  ])

  it('count where they agree; where they differ, none is used, and that is reported', () => {
    const facts = factsBy({ xl: [before, after] })
    expect(facts.domains.map(({ weight }) => weight?.value)).toEqual([undefined, 256])
    expect(facts.contradictions).toEqual([
      {
        about: { what: 'weight', domain: 'vm1' },
        versions: [
          { value: 256, path: 'before.txt' },
          { value: 384, path: 'after.txt' },
        ],
      },
    ])
    expect(weightBy({ xl: [before, after], host }, 'vm1')?.origin.kind).toBe('host')
  })

  it('may differ where the recording states the value', () => {
    expect(factsBy({ xl: [before, after], recording }).contradictions).toEqual([])
  })

  it('keep both numbers of a domain that was restarted, but not two names for one number', () => {
    const later = saved('later.txt', [statement(5, 'vm1'), statement(2, 'db')])
    const { nameById, facts } = knownHost({ ...nobody, xl: [before, later] })
    expect([nameById.get(1)?.value, nameById.get(5)?.value]).toEqual(['vm1', 'vm1'])
    expect(nameById.has(2)).toBe(false)
    expect(facts.contradictions).toEqual([
      {
        about: { what: 'name', id: 2 },
        versions: [
          { value: 'vm2', path: 'before.txt' },
          { value: 'db', path: 'later.txt' },
        ],
      },
    ])
    expect(facts.domains.find(({ domain }) => domain === 'vm1')?.xenId).toBeNull()
  })

  it('give no single scheduler for pools with different ones', () => {
    const pools = saved('pools.txt', [], { schedulers: ['credit', 'credit2'] })
    expect(factsBy({ xl: [pools] })).toMatchObject({
      scheduler: null,
      contradictions: [
        {
          about: { what: 'scheduler' },
          versions: [
            { value: 'credit', path: 'pools.txt' },
            { value: 'credit2', path: 'pools.txt' },
          ],
        },
      ],
    })
  })
})
