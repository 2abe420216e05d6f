import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlan } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { domainNamed, happenings, sampleHost } from '../testing/double-state.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { isSet } from '../testing/xen-host-double.ts'
import type { ApplicationHooks, ApplicationStep } from './application.ts'
import { applyPlan } from './apply-plan.ts'
import { recoverApplication, rollbackApplication } from './roll-back.ts'

const BEFORE = {
  'Domain-0': '256/0 all',
  vm1: '256/0 all',
  vm2: '256/0 1 2-3',
  vm3: '256/0 all',
}
const AFTER = { ...BEFORE, 'Domain-0': '256/0 0', vm1: '512/0 1-3', vm2: '256/0 2-3 2-3' }

let fixture: Fixture
let shell: RemoteShell
let plan: Plan
let steps: ApplicationStep[]

beforeEach(async () => {
  steps = []
  const host = sampleHost('credit', 4)
  Object.assign(domainNamed(host, 'vm2'), { vCpus: 2, affinity: { 0: '1', 1: '2-3' } })
  fixture = await startFixture({ host })
  shell = await fixture.connect()
  const uuidOf = (name: string) => domainNamed(host, name).uuid
  plan = makePlan({
    inventory: await readHost(shell),
    wanted: [{ uuid: uuidOf('vm1'), weight: 512 }],
    pins: [
      { uuid: uuidOf('Domain-0'), pCpus: [0] },
      { uuid: uuidOf('vm1'), pCpus: [1, 2, 3] },
      { uuid: uuidOf('vm2'), pCpus: [2, 3] },
    ],
    username: 'root',
  })
  expect(plan.changes).toHaveLength(4)
  fixture.double.commands.length = 0
})
afterEach(() => fixture.stop())

/** Weight, cap and affinities in the host's own state. */
function shown(): Record<string, string> {
  return Object.fromEntries(
    fixture.double.host.domains.map(({ name, weight, cap, affinity = {} }) => {
      const set = Object.values(affinity)
      const pinned = set.every((of) => of === 'all') ? 'all' : set.join(' ')
      return [name, `${weight}/${cap} ${pinned}`]
    }),
  )
}

const hooks = (more?: Partial<ApplicationHooks>) => fixture.hooks(steps, more)
const apply = (more?: Partial<ApplicationHooks>) => applyPlan(shell, plan, hooks(more))
const setsSent = () => fixture.double.commands.filter(isSet)

describe('applying a plan that pins', () => {
  it('sets, reads back and verifies, and goes back on request', async () => {
    expect(await apply()).toMatchObject({ outcome: 'verified', reason: null })
    expect(shown()).toEqual(AFTER)
    expect(setsSent()).toEqual(plan.changes.flatMap(({ commands }) => commands))
    const undone = await rollbackApplication(shell, plan.changes, hooks())
    expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
    expect(shown()).toEqual(BEFORE)
    // Different affinities of one domain's vCPUs are restored one by one.
    expect(setsSent()).toEqual(expect.arrayContaining(['xl vcpu-pin 2 0 1', 'xl vcpu-pin 2 1 2-3']))
  })

  it.each([0, 1, 2, 3])(
    'is rolled back where a command after the first %i fails',
    async (failAfterSets) => {
      fixture.double.faults.failAfterSets = failAfterSets
      const result = await apply()
      expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'command-failed' } })
      expect(shown()).toEqual(BEFORE)
    },
  )

  it.each([1, 2, 3, 4])('is rolled back where contact is lost at command %i', async (sets) => {
    Object.assign(fixture.double.faults, { cutAfterSets: sets, loseAnswer: sets % 2 === 0 })
    const result = await apply()
    expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'connection-lost' } })
    expect(shown()).toEqual(BEFORE)
  })

  it('is rolled back where an affinity does not read back', async () => {
    fixture.double.beforeCommand = (line) => {
      fixture.double.faults = line.endsWith('vcpu-pin 1 all 1-3') ? { ignoreSets: true } : {}
    }
    const result = await apply()
    expect(result).toMatchObject({ outcome: 'rolled-back', reason: { code: 'read-back-mismatch' } })
    expect(result.reason!.message).toBe('vm1 reads back as pCPUs all, not as planned.')
    expect(shown()).toEqual(BEFORE)
  })

  it('leaves alone what someone else pins meanwhile, and reports it', async () => {
    fixture.double.faults.failAfterSets = 3
    fixture.double.beforeCommand = (line) => {
      if (line.endsWith('vcpu-pin 2 all 2-3')) {
        happenings.setAffinity(fixture.double.host, 'Domain-0', '3')
      }
    }
    const result = await apply()
    expect(result.outcome).toBe('failed')
    expect(result.notUndone).toEqual([
      {
        lever: 'affinity',
        uuid: domainNamed(fixture.double.host, 'Domain-0').uuid,
        name: 'Domain-0',
        code: 'changed-by-someone-else',
        writtenBy: 'application',
        written: { affinity: ['0'] },
        found: { affinity: ['3'] },
        wanted: { affinity: ['all'] },
      },
    ])
    expect(shown()).toEqual({ ...BEFORE, 'Domain-0': '256/0 3' })
  })

  it('sends nothing where an affinity was changed after the plan', async () => {
    happenings.setAffinity(fixture.double.host, 'vm3', '2')
    expect(await apply()).toMatchObject({ outcome: 'failed', hostTouched: false })
    expect(setsSent()).toEqual([])
  })

  it.each([2, 3, 5, 6, 8, 10])('is recovered after the agent died at step %i', async (sequence) => {
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
    expect(result.outcome).toBe(sequence < 3 ? 'failed' : 'rolled-back')
    expect(shown()).toEqual(BEFORE)
  })
})
