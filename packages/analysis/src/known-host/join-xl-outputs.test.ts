import { describe, expect, it } from 'vitest'
import { joinXlOutputs, type SavedXlOutput } from './join-xl-outputs.ts'

type Statement = SavedXlOutput['output']['statements'][number]

function saved(path: string, output: Partial<SavedXlOutput['output']>): SavedXlOutput {
  const nothing = {
    statements: [],
    schedulers: [],
    timeSlicesMs: [],
    rateLimitsUs: [],
    pCpus: null,
    xenVersion: null,
  }
  return { path, output: { ...nothing, ...output } }
}

const says = (id: number, name: string, changes: Partial<Statement> = {}): Statement => ({
  id,
  name,
  weight: null,
  cap: null,
  vCpus: null,
  ...changes,
})
const fact = <T>(value: T, path: string) => ({ value, origin: { kind: 'xl-output', path } })

it('without outputs, nothing is said', () => {
  expect(joinXlOutputs([])).toEqual({
    nameByUuid: new Map(),
    testimony: {
      scheduler: null,
      tsliceMs: null,
      ratelimitUs: null,
      xenVersion: null,
      pCpus: null,
      nameById: new Map(),
      domains: new Map(),
    },
    contradictions: [],
  })
})

it('facts come from the first output that states them', () => {
  const { testimony, contradictions } = joinXlOutputs([
    saved('list', { statements: [says(1, 'vm1', { vCpus: 2 })] }),
    saved('sched', {
      statements: [says(1, 'vm1', { weight: 512, cap: 0 })],
      schedulers: ['credit'],
      timeSlicesMs: [30],
      rateLimitsUs: [1000],
    }),
    saved('info', { pCpus: 4, schedulers: ['credit'], xenVersion: '4.17.7' }),
    saved('later', { statements: [says(1, 'vm1', { weight: 512 })], pCpus: 4 }),
  ])
  expect(contradictions).toEqual([])
  expect(testimony.scheduler).toEqual(fact('credit', 'sched'))
  expect(testimony.pCpus).toEqual(fact(4, 'info'))
  expect(testimony.nameById).toEqual(new Map([[1, fact('vm1', 'list')]]))
  expect(testimony.domains.get('vm1')).toEqual({
    xenId: fact(1, 'list'),
    weight: fact(512, 'sched'),
    cap: fact(0, 'sched'),
    vCpus: fact(2, 'list'),
  })
  expect(testimony).toMatchObject({
    tsliceMs: fact(30, 'sched'),
    ratelimitUs: fact(1000, 'sched'),
    xenVersion: fact('4.17.7', 'info'),
  })
})

describe('what outputs disagree on', () => {
  it('is no fact, and each value is reported once, with its first output', () => {
    const { testimony, contradictions } = joinXlOutputs([
      saved('a', {
        statements: [says(1, 'vm1', { weight: 256 })],
        schedulers: ['credit'],
        pCpus: 4,
      }),
      saved('b', { statements: [says(1, 'vm1', { weight: 512 })], schedulers: ['rtds'], pCpus: 8 }),
      saved('c', { statements: [says(1, 'vm1', { weight: 256 })], schedulers: ['credit'] }),
    ])
    expect(testimony.domains.get('vm1')).toEqual({
      xenId: fact(1, 'a'),
      weight: null,
      cap: null,
      vCpus: null,
    })
    expect([testimony.scheduler, testimony.pCpus]).toEqual([null, null])
    expect(contradictions).toEqual([
      {
        about: { what: 'weight', domain: 'vm1' },
        versions: [
          { value: 256, path: 'a' },
          { value: 512, path: 'b' },
        ],
      },
      {
        about: { what: 'scheduler' },
        versions: [
          { value: 'credit', path: 'a' },
          { value: 'rtds', path: 'b' },
        ],
      },
      {
        about: { what: 'pCpus' },
        versions: [
          { value: 4, path: 'a' },
          { value: 8, path: 'b' },
        ],
      },
    ])
  })

  it('concerns the parameters of the scheduler, the version and the vCPUs as well', () => {
    const { testimony, contradictions } = joinXlOutputs([
      saved('a', {
        statements: [says(1, 'vm1', { vCpus: 1 })],
        timeSlicesMs: [30, 5],
        rateLimitsUs: [1000],
        xenVersion: '4.17',
      }),
      saved('b', {
        statements: [says(1, 'vm1', { vCpus: 2 })],
        rateLimitsUs: [0],
        xenVersion: '4.18',
      }),
    ])
    expect(testimony).toMatchObject({ tsliceMs: null, ratelimitUs: null, xenVersion: null })
    expect(testimony.domains.get('vm1')!.vCpus).toBeNull()
    expect(contradictions.map(({ about }) => about)).toEqual([
      { what: 'vCpus', domain: 'vm1' },
      { what: 'tsliceMs' },
      { what: 'ratelimitUs' },
      { what: 'xenVersion' },
    ])
  })

  it('two names for one number are a contradiction; two numbers of one name are a restart', () => {
    const { testimony, contradictions } = joinXlOutputs([
      saved('a', { statements: [says(1, 'vm1'), says(2, 'vm2')] }),
      saved('b', { statements: [says(1, 'other'), says(7, 'vm2')] }),
    ])
    expect(contradictions.map(({ about }) => about)).toEqual([{ what: 'name', id: 1 }])
    expect([...testimony.nameById]).toEqual([
      [2, fact('vm2', 'a')],
      [7, fact('vm2', 'b')],
    ])
    expect(testimony.domains.get('vm2')!.xenId).toBeNull()
    expect(testimony.domains.get('other')!.xenId).toEqual(fact(1, 'b'))
  })
})

it('reads no more than 64 outputs', () => {
  const many = Array.from({ length: 65 }, (_, index) =>
    saved(`${index}`, { pCpus: index < 64 ? 4 : 8 }),
  )
  expect(joinXlOutputs(many).testimony.pCpus).toEqual(fact(4, '0'))
  expect(joinXlOutputs(many.slice(1)).testimony.pCpus).toBeNull()
})

it('gives the name of a UUID on which the files agree', () => {
  const uuid = '1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d'
  const said = (name: string, path: string) => ({
    path,
    output: {
      statements: [{ id: -1, name, weight: null, cap: null, vCpus: 2, uuid }],
      schedulers: [],
      timeSlicesMs: [],
      rateLimitsUs: [],
      pCpus: null,
      xenVersion: null,
    },
  })
  const one = joinXlOutputs([said('web1', 'a'), said('web1', 'b')])
  expect(one.nameByUuid.get(uuid)?.value).toBe('web1')
  // What has no number says nothing of a number.
  expect(one.testimony.nameById.size).toBe(0)
  expect(one.testimony.domains.get('web1')?.xenId).toBeNull()
  expect(joinXlOutputs([said('web1', 'a'), said('web2', 'b')]).nameByUuid.size).toBe(0)
})
