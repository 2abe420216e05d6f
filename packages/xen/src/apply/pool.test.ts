import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlan } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { type DoubleHost, domainNamed, sampleHost } from '../testing/double-state.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { isSet } from '../testing/xen-host-double.ts'
import type { ApplicationHooks, ApplicationStep } from './application.ts'
import { applyPlan } from './apply-plan.ts'
import { recoverApplication, rollbackApplication } from './roll-back.ts'

const SEVENTY = { periodUs: 100_000, budgetUs: 70_000, extraTime: false }

let fixture: Fixture
let shell: RemoteShell
let plan: Plan
let before: unknown
let steps: ApplicationStep[]

/** vm1 has a weight, a cap and two vCPUs with affinities of their own, which Xen will forget. */
function uniqueHost(): DoubleHost {
  const host = sampleHost('credit', 4)
  const own = { weight: 512, cap: 150, vCpus: 2, affinity: { 0: '1', 1: '1-3' } }
  Object.assign(domainNamed(host, 'vm1'), own)
  return host
}

/** All settings of the host, in a form that does not depend on their notation. */
function shown() {
  const { cpupools, freePCpus = [], domains } = fixture.double.host
  return structuredClone({
    cpupools: cpupools.map(({ name, scheduler, pCpus }) => ({ name, scheduler, pCpus })),
    freePCpus,
    domains: domains.map(({ name, cpupool, weight, cap, vCpus, affinity = {}, reservation }) => ({
      name,
      cpupool,
      weight,
      cap,
      reservation,
      affinity: Array.from({ length: vCpus }, (_, vCpu) => affinity[vCpu] ?? 'all'),
    })),
  })
}

beforeEach(async () => {
  steps = []
  fixture = await startFixture({ host: uniqueHost() })
  shell = await fixture.connect()
  const uuidOf = (name: string) => domainNamed(fixture.double.host, name).uuid
  plan = makePlan({
    inventory: await readHost(shell),
    wanted: [],
    pool: {
      scheduler: 'rtds',
      pCpus: [2, 3],
      domains: [
        { uuid: uuidOf('vm1'), reservation: SEVENTY },
        { uuid: uuidOf('vm2'), reservation: { ...SEVENTY, budgetUs: 20_000 } },
      ],
    },
    username: 'root',
  })
  expect(plan.changes).toHaveLength(6)
  before = shown()
  fixture.double.commands.length = 0
})
afterEach(() => fixture.stop())

const hooks = (more?: Partial<ApplicationHooks>) => fixture.hooks(steps, more)
const apply = (more?: Partial<ApplicationHooks>) => applyPlan(shell, plan, hooks(more))
const setsSent = () => fixture.double.commands.filter(isSet)

describe('applying a plan that makes a cpupool', () => {
  it('makes and fills it, and undoes everything in reverse order on request', async () => {
    expect(await apply()).toMatchObject({ outcome: 'verified', reason: null })
    expect(shown()).toMatchObject({
      cpupools: [
        { name: 'Pool-0', pCpus: [0, 1] },
        { name: 'steelyard-rt', scheduler: 'rtds', pCpus: [2, 3] },
      ],
      domains: [
        { name: 'Domain-0', cpupool: 'Pool-0' },
        { name: 'vm1', cpupool: 'steelyard-rt', reservation: SEVENTY },
        { name: 'vm2', cpupool: 'steelyard-rt', reservation: { budgetUs: 20_000 } },
        { name: 'vm3', cpupool: 'Pool-0', weight: 256 },
      ],
    })
    fixture.double.commands.length = 0
    const undone = await rollbackApplication(shell, plan.changes, hooks())
    expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
    expect(shown()).toEqual(before)
    expect(setsSent()).toEqual([
      'xl cpupool-migrate 2 Pool-0',
      'xl cpupool-migrate 1 Pool-0',
      'xl sched-credit -d 1 -w 512 -c 150',
      'xl vcpu-pin 1 0 1',
      'xl vcpu-pin 1 1 1-3',
      'xl cpupool-destroy steelyard-rt',
      'xl cpupool-cpu-add Pool-0 2-3',
    ])
  })

  it('is rolled back where Xen has no RTDS', async () => {
    fixture.double.host.withoutSchedulers = ['rtds']
    const result = await apply()
    expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'command-failed' } })
    expect(shown()).toEqual(before)
    expect(setsSent().at(-1)).toBe('xl cpupool-cpu-add Pool-0 2-3')
  })

  it.each([0, 1, 2, 3, 4, 5])(
    'is rolled back where a command after the first %i fails',
    async (sets) => {
      fixture.double.faults.failAfterSets = sets
      const result = await apply()
      expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'command-failed' } })
      expect(shown()).toEqual(before)
    },
  )

  it.each([1, 2, 3, 4, 5, 6])(
    'is rolled back where contact is lost at command %i',
    async (sets) => {
      Object.assign(fixture.double.faults, { cutAfterSets: sets, loseAnswer: true })
      const result = await apply()
      expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'connection-lost' } })
      expect(shown()).toEqual(before)
    },
  )

  it.each([1, 2, 3, 4, 5])(
    'is rolled back where contact is lost %i commands into the roll-back',
    async (sets) => {
      fixture.double.faults.failAfterSets = 5
      fixture.double.beforeCommand = (line) => {
        if (!line.endsWith('cpupool-migrate 2 Pool-0')) return
        fixture.double.beforeCommand = () => {}
        Object.assign(fixture.double.faults, { cutAfterSets: sets, loseAnswer: true })
      }
      const result = await apply()
      expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'command-failed' } })
      expect(steps.map(({ kind }) => kind)).toContain('reconnected')
      expect(shown()).toEqual(before)
    },
  )

  it.each([4, 6, 8, 10, 12, 14])(
    'is recovered after the agent died at step %i',
    async (sequence) => {
      await new Promise<void>((resolve) => {
        void apply({
          onStep: async (step) => {
            steps.push(step)
            if (step.sequence !== sequence) return
            resolve()
            await new Promise(() => {})
          },
        })
      })
      shell = await fixture.connect()
      const result = await recoverApplication(shell, [...steps], hooks())
      expect(result.outcome).toBe('rolled-back')
      expect(shown()).toEqual(before)
    },
  )

  it('reports what stays where someone else has moved a domain into it', async () => {
    await apply()
    domainNamed(fixture.double.host, 'vm3').cpupool = 'steelyard-rt'
    const result = await rollbackApplication(shell, plan.changes, hooks())
    expect(result.outcome).toBe('failed')
    expect(result.notUndone.map(({ name, code }) => [name, code])).toEqual([
      ['steelyard-rt', 'refused'],
      ['Pool-0', 'refused'],
    ])
    expect(result.notUndone[0]).toMatchObject({
      said: expect.stringContaining("Can't destroy cpupool 'steelyard-rt'"),
    })
    expect(domainNamed(fixture.double.host, 'vm1')).toMatchObject({
      cpupool: 'Pool-0',
      weight: 512,
    })
  })

  it('leaves a domain alone to which someone else has given another weight during the roll-back', async () => {
    await apply()
    const vm1 = domainNamed(fixture.double.host, 'vm1')
    Object.assign(vm1, { cpupool: 'Pool-0', weight: 777 })
    delete vm1.reservation
    const result = await rollbackApplication(shell, plan.changes, hooks())
    expect(result.notUndone.map(({ name, code }) => [name, code])).toEqual([
      ['vm1', 'changed-by-someone-else'],
    ])
    expect(vm1.weight).toBe(777)
    expect(fixture.double.host.cpupools.map(({ name, pCpus }) => [name, pCpus])).toEqual([
      ['Pool-0', [0, 1, 2, 3]],
    ])
  })
})
