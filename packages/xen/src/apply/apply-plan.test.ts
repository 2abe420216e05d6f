import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import type { WeightAndCap } from '../host-inventory.ts'
import { makePlan, type PlanInput } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { domainNamed, happenings, sampleHost } from '../testing/double-state.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import type { DoubleOptions } from '../testing/xen-host-double.ts'
import type { ApplicationHooks, ApplicationResult, ApplicationStep } from './application.ts'
import { applyPlan } from './apply-plan.ts'
import { recoverApplication, rollbackApplication } from './roll-back.ts'

const BEFORE = { 'Domain-0': '256/0', vm1: '256/0', vm2: '256/0', vm3: '256/0' }
const AFTER = { 'Domain-0': '256/0', vm1: '512/50', vm2: '300/0', vm3: '128/0' }

let fixture: Fixture
let shell: RemoteShell
let plan: Plan
let steps: ApplicationStep[]

const hooks = (more?: Partial<ApplicationHooks>) => fixture.hooks(steps, more)

async function setUp(options: DoubleOptions = {}, more: Partial<PlanInput> = {}): Promise<void> {
  steps = []
  fixture = await startFixture(options)
  shell = await fixture.connect()
  const [vm1, vm2, vm3] = fixture.double.host.domains.slice(1).map((domain) => domain.uuid)
  plan = makePlan({
    inventory: await readHost(shell),
    wanted: [
      { uuid: vm1!, weight: 512, cap: 50 },
      { uuid: vm2!, weight: 300 },
      { uuid: vm3!, weight: 128 },
    ],
    username: fixture.double.username,
    ...more,
  })
  fixture.double.commands.length = 0
}

beforeEach(() => setUp())
afterEach(() => fixture.stop())

const apply = (more: Partial<ApplicationHooks> = {}) => applyPlan(shell, plan, hooks(more))
const kinds = () => steps.map((step) => step.kind)
const setsSent = () => fixture.double.commands.filter((line) => line.includes(' -w '))
const summary = ({ outcome, hostTouched, reason }: ApplicationResult) => [
  outcome,
  hostTouched,
  reason?.code ?? null,
]

/** Runs once, right before the host executes the next command with this ending. */
function before(ending: string, happen: () => void): void {
  fixture.double.beforeCommand = (line) => {
    if (!line.endsWith(ending)) return
    fixture.double.beforeCommand = () => {}
    happen()
  }
}

/** Runs the application until the step with this number is persisted, then stops it. */
async function dieAfter(sequence: number): Promise<void> {
  const never = new Promise<never>(() => {})
  await new Promise<void>((resolve) => {
    void apply({
      onStep: async (step) => {
        steps.push(step)
        if (step.sequence !== sequence) return
        resolve()
        await never
      },
    })
  })
  shell = await fixture.connect()
}

describe('applying a plan', () => {
  it('sets, reads back and verifies, in the order and with the commands of the plan', async () => {
    expect(summary(await apply())).toEqual(['verified', true, null])
    expect(fixture.weights()).toEqual(AFTER)
    expect(setsSent()).toEqual(plan.changes.flatMap((change) => change.commands))
    expect(kinds()).toEqual([
      'started',
      'rechecked',
      ...plan.changes.flatMap(() => ['setting', 'read-back']),
      'finished',
    ])
    expect(steps.map((step) => step.sequence)).toEqual(steps.map((_, index) => index + 1))
  })

  it('works on a credit2 host, and through sudo', async () => {
    await fixture.stop()
    await setUp({ host: sampleHost('credit2'), username: 'steelyard' })
    expect(summary(await apply())).toEqual(['verified', true, null])
    expect(fixture.weights()).toEqual(AFTER)
    expect(setsSent()[0]).toBe('sudo -n xl sched-credit2 -d 3 -w 128')
  })

  it('records each step before it acts', async () => {
    await apply({
      onStep: async (step) => {
        steps.push(step)
        const done = steps.filter(({ kind }) => kind === 'setting').length
        if (step.kind === 'setting') expect(setsSent()).toHaveLength(done - 1)
      },
    })
    expect(setsSent()).toHaveLength(3)
  })
})

describe('a plan is not sent', () => {
  const nothingSent = () => {
    expect(setsSent()).toEqual([])
    expect(kinds().at(-1)).toBe('finished')
  }

  it('when it has expired', async () => {
    const now = () => new Date(plan.expiresAt)
    expect(summary(await apply({ now }))).toEqual(['failed', false, 'plan-expired'])
    nothingSent()
  })

  it('when it was altered after it was confirmed', async () => {
    Object.assign(plan.changes[0]!.after, { weight: 65535 })
    expect(summary(await apply())).toEqual(['failed', false, 'plan-altered'])
    nothingSent()
  })

  it('when it was never applicable', async () => {
    plan = makePlan({ inventory: await readHost(shell), wanted: [], username: 'root' })
    expect(summary(await apply())).toEqual(['failed', false, 'plan-not-applicable'])
    nothingSent()
  })

  it('when it was made for another account', async () => {
    plan = makePlan({
      inventory: await readHost(shell),
      wanted: [{ uuid: plan.changes[0]!.uuid, weight: 300 }],
      username: 'steelyard',
    })
    expect(summary(await apply())).toEqual(['failed', false, 'plan-altered'])
    nothingSent()
  })

  it.each([
    [
      'a weight changed by someone else',
      () => happenings.setWeight(fixture.double.host, 'vm2', 700),
      ['weight-changed'],
    ],
    [
      'a domain destroyed',
      () => happenings.destroy(fixture.double.host, 'vm2'),
      ['domain-missing'],
    ],
    [
      'a domain re-created under its name',
      () => happenings.recreate(fixture.double.host, 'vm2'),
      ['domain-missing', 'domain-new'],
    ],
    [
      'domains renumbered',
      () => happenings.renumber(fixture.double.host),
      ['domain-restarted', 'domain-restarted', 'domain-restarted'],
    ],
    [
      'another scheduler',
      () => {
        fixture.double.host.cpupools[0]!.scheduler = 'credit2'
      },
      ['scheduler-changed', 'scheduler-changed', 'scheduler-changed', 'scheduler-changed'],
    ],
  ])('when it meets %s', async (_, happen, expected) => {
    happen()
    const found = fixture.weights()
    const result = await apply()
    expect(summary(result)).toEqual(['failed', false, 'drift'])
    expect(result.drift.map((drift) => drift.kind)).toEqual(expected)
    expect(fixture.weights()).toEqual(found)
    nothingSent()
  })

  it('when its steps cannot be recorded', async () => {
    const result = await apply({
      onStep: async () => {
        throw new Error('no database')
      },
    })
    expect(summary(result)).toEqual(['failed', false, 'step-not-recorded'])
    expect(result.reason?.detail).toBe('no database')
    expect(setsSent()).toEqual([])
  })

  it('when the host answers with noise', async () => {
    fixture.double.faults.garbageOn = 'sched-credit'
    expect(summary(await apply())).toEqual(['failed', false, 'unexpected-answer'])
    nothingSent()
  })
})

describe('an application that goes wrong is rolled back', () => {
  const rolledBack = (result: ApplicationResult, code: string) => {
    expect(summary(result)).toEqual(['rolled-back', true, code])
    expect(result.notUndone).toEqual([])
    expect(fixture.weights()).toEqual(BEFORE)
  }

  it('when a weight is refused', async () => {
    fixture.double.faults.refuseWeights = [300]
    const result = await apply()
    rolledBack(result, 'command-failed')
    expect(result.reason?.detail).toContain('Cpu weight out of range')
    expect(kinds().slice(-4)).toEqual(['rolling-back', 'restoring', 'restored', 'finished'])
  })

  it('when a value does not read back', async () => {
    fixture.double.beforeCommand = (line) => {
      if (line.endsWith('-w 300')) fixture.double.faults.ignoreSets = true
      else fixture.double.faults = {}
    }
    rolledBack(await apply(), 'read-back-mismatch')
    expect(setsSent().some((line) => line.includes('-w 512'))).toBe(false)
  })

  it('when only part of what was written is in effect', async () => {
    before('xl sched-credit -d 1', () => {
      domainNamed(fixture.double.host, 'vm1').cap = 0
    })
    rolledBack(await apply(), 'read-back-mismatch')
    expect(steps.find((step) => step.kind === 'read-back' && !step.matches)).toMatchObject({
      name: 'vm1',
      wanted: { weight: 512, cap: 50 },
      found: { weight: 512, cap: 0 },
    })
  })

  it.each([1, 2, 3])('when the connection dies after command %i', async (cutAfterSets) => {
    fixture.double.faults.cutAfterSets = cutAfterSets
    rolledBack(await apply(), 'connection-lost')
    expect(kinds()).toContain('reconnected')
  })

  it('when the answer to a command is lost, so that its effect is unknown', async () => {
    Object.assign(fixture.double.faults, { cutAfterSets: 2, loseAnswer: true })
    rolledBack(await apply(), 'connection-lost')
  })

  it('when the connection dies again while rolling back', async () => {
    fixture.double.faults.refuseWeights = [512]
    fixture.double.beforeCommand = (line) => {
      if (!line.endsWith('-d 3 -w 256')) return
      fixture.double.beforeCommand = () => {}
      fixture.double.cutConnections()
    }
    rolledBack(await apply(), 'command-failed')
    expect(kinds()).toContain('contact-lost')
  })

  it('when a command hangs', async () => {
    fixture.double.faults.hangOn = '-w 300'
    // On a busy machine any other command may take longer than one should have to wait for this one.
    const run = shell.run.bind(shell)
    shell.run = (command, options) => {
      const hangs = shell.commandLine(command).includes('-w 300')
      return run(command, hangs ? { ...options, timeoutMs: 50 } : options)
    }
    rolledBack(await apply(), 'timeout')
  })

  it('when an internal error stops it', async () => {
    const run = shell.run.bind(shell)
    shell.run = async (command, options) => {
      if (setsSent().length === 1) {
        shell.run = run
        throw new TypeError('a bug')
      }
      return run(command, options)
    }
    rolledBack(await apply(), 'internal-error')
  })

  it.each([
    ['set', /^xl (?!.* -w)/],
    ['read back', /^xl (?!sched-credit -d \d+$)/],
  ])('when sudo does not let it %s', async (_, sudoAllows) => {
    await fixture.stop()
    await setUp({ username: 'steelyard', sudoAllows })
    rolledBack(await apply(), 'permission-denied')
  })

  it('when the operator cancels', async () => {
    const controller = new AbortController()
    const result = await apply({
      signal: controller.signal,
      onStep: async (step) => {
        steps.push(step)
        if (step.kind === 'read-back') controller.abort()
      },
    })
    rolledBack(result, 'cancelled')
    expect(setsSent()).toHaveLength(2)
  })

  it('when a step in the middle, and all after it, cannot be recorded', async () => {
    const result = await apply({
      onStep: async (step) => {
        if (step.sequence > 4) throw new Error('no database')
        steps.push(step)
      },
    })
    rolledBack(result, 'step-not-recorded')
    expect(result.unrecordedSteps).toBeGreaterThan(0)
  })

  it('when the host reboots in the middle and comes back with other ids', async () => {
    fixture.double.beforeCommand = (line) => {
      if (!line.endsWith('-w 300')) return
      fixture.double.beforeCommand = () => {}
      fixture.double.reboot()
      // vm3, now domain 1, got its planned weight from its configuration file.
      fixture.double.host.domains[1]!.weight = 128
    }
    rolledBack(await apply(), 'connection-lost')
    expect(setsSent().at(-1)).toBe('xl sched-credit -d 1 -w 256')
  })
})

describe('a value that someone else sets during an application stays', () => {
  const leftAlone = (
    result: ApplicationResult,
    code: string,
    name: string,
    found: WeightAndCap,
  ) => {
    expect(summary(result)).toEqual(['failed', true, code])
    expect(result.notUndone.map((each) => [each.name, each.code, each.found])).toEqual([
      [name, 'changed-by-someone-else', found],
    ])
    expect(fixture.weights()).toEqual({ ...BEFORE, [name]: `${found.weight}/${found.cap}` })
    const { id } = domainNamed(fixture.double.host, name)
    return setsSent().filter((line) => line.includes(` -d ${id} `))
  }

  it('when it is set between our command and its reading back', async () => {
    before('xl sched-credit -d 2', () => happenings.setWeight(fixture.double.host, 'vm2', 299))
    const result = await apply()
    const found = { weight: 299, cap: 0 }
    expect(leftAlone(result, 'changed-by-someone-else', 'vm2', found)).toHaveLength(1)
    expect(result.reason?.message).toBe(
      'Someone else changed vm2 in the middle of the application.',
    )
    expect(result.notUndone[0]).toMatchObject({
      writtenBy: 'application',
      written: { weight: 300, cap: 0 },
      found: { weight: 299, cap: 0 },
      wanted: { weight: 256, cap: 0 },
    })
  })

  it('when the cap is set after our weight', async () => {
    before('xl sched-credit -d 1', () => {
      domainNamed(fixture.double.host, 'vm1').cap = 20
    })
    leftAlone(await apply(), 'changed-by-someone-else', 'vm1', { weight: 512, cap: 20 })
  })

  it('when it is set before the final check', async () => {
    fixture.double.beforeCommand = (line) => {
      if (setsSent().length < 3 || line !== 'xl info') return
      fixture.double.beforeCommand = () => {}
      happenings.setWeight(fixture.double.host, 'vm3', 512)
    }
    leftAlone(await apply(), 'changed-by-someone-else', 'vm3', { weight: 512, cap: 0 })
  })

  it('when it is set before the roll-back reaches it', async () => {
    fixture.double.faults.refuseWeights = [512]
    before('-w 512 -c 50', () => happenings.setWeight(fixture.double.host, 'vm3', 777))
    const sets = leftAlone(await apply(), 'command-failed', 'vm3', { weight: 777, cap: 0 })
    expect(sets).toHaveLength(1)
  })

  it('when it is set between the roll-back’s command and its reading back', async () => {
    fixture.double.faults.refuseWeights = [512]
    before('xl sched-credit -d 3 -w 256', () =>
      before('xl sched-credit -d 3', () => happenings.setWeight(fixture.double.host, 'vm3', 777)),
    )
    const result = await apply()
    const sets = leftAlone(result, 'command-failed', 'vm3', { weight: 777, cap: 0 })
    expect(sets.at(-1)).toBe('xl sched-credit -d 3 -w 256')
    expect(result.notUndone[0]).toMatchObject({
      writtenBy: 'roll-back',
      written: { weight: 256, cap: 0 },
    })
  })

  it('when it is set while the agent is down', async () => {
    await dieAfter(4)
    happenings.setWeight(fixture.double.host, 'vm3', 777)
    const result = await recoverApplication(shell, [...steps], hooks())
    leftAlone(result, 'interrupted', 'vm3', { weight: 777, cap: 0 })
  })
})

describe('what cannot be undone is reported', () => {
  it('when the host stays unreachable', async () => {
    fixture.double.faults.cutAfterSets = 2
    const result = await apply({
      reconnect: async () => {
        throw new HostError('unreachable', 'No SSH connection to 127.0.0.1:22.')
      },
    })
    expect(summary(result)).toEqual(['failed', true, 'connection-lost'])
    expect(result.notUndone.map(({ name, code }) => [name, code])).toEqual([
      ['vm3', 'unreachable'],
      ['vm2', 'unreachable'],
    ])
    expect(result.notUndone[0]).toMatchObject({
      said: 'No SSH connection to 127.0.0.1:22.',
      wanted: { weight: 256, cap: 0 },
    })
    expect(kinds().slice(-3)).toEqual(['not-undone', 'not-undone', 'finished'])
  })

  it('when the host comes back with another key, without a second connection to it', async () => {
    fixture.double.faults.cutAfterSets = 1
    const attempts = fixture.double.authenticationAttempts
    const result = await apply({
      reconnect: () => {
        fixture.double.changeHostKey()
        return fixture.connect()
      },
    })
    expect(summary(result)).toEqual(['failed', true, 'connection-lost'])
    expect(result.notUndone[0]).toMatchObject({
      said: expect.stringContaining('presents a host key other than'),
    })
    expect(fixture.double.authenticationAttempts).toBe(attempts)
    expect(fixture.double.connections).toBe(2)
  })

  it('when a changed domain is gone', async () => {
    fixture.double.faults.refuseWeights = [512]
    fixture.double.beforeCommand = (line) => {
      if (line.includes('-w 512')) happenings.destroy(fixture.double.host, 'vm3')
    }
    const result = await apply()
    expect(summary(result)).toEqual(['rolled-back', true, 'command-failed'])
    expect(result.notUndone.map(({ name, code }) => [name, code])).toEqual([['vm3', 'domain-gone']])
    const { vm3: _, ...others } = BEFORE
    expect(fixture.weights()).toEqual(others)
  })

  it('when the old weight is refused too', async () => {
    fixture.double.faults.refuseWeights = [512, 256]
    const result = await apply()
    expect(summary(result)).toEqual(['failed', true, 'command-failed'])
    expect(result.notUndone.map(({ name, code, found }) => [name, code, found])).toEqual([
      ['vm2', 'refused', { weight: 300, cap: 0 }],
      ['vm3', 'refused', { weight: 128, cap: 0 }],
    ])
    expect(result.notUndone[0]).toMatchObject({
      said: expect.stringContaining('Cpu weight out of range'),
    })
  })
})

describe('rolling back on request', () => {
  it('brings the recorded values back and reads them back', async () => {
    await apply()
    const result = await rollbackApplication(shell, plan.changes, hooks())
    expect(summary(result)).toEqual(['rolled-back', true, 'requested'])
    expect(fixture.weights()).toEqual(BEFORE)
  })

  it('finds domains by UUID after they were renumbered', async () => {
    await apply()
    happenings.renumber(fixture.double.host)
    await rollbackApplication(shell, plan.changes, hooks())
    expect(fixture.weights()).toEqual(BEFORE)
  })

  it('leaves what someone else has set since, and reports it', async () => {
    await apply()
    happenings.setWeight(fixture.double.host, 'vm1', 1000)
    const result = await rollbackApplication(shell, plan.changes, hooks())
    expect(result.outcome).toBe('failed')
    expect(result.notUndone).toEqual([
      {
        lever: 'weight',
        uuid: domainNamed(fixture.double.host, 'vm1').uuid,
        name: 'vm1',
        code: 'changed-by-someone-else',
        writtenBy: 'application',
        written: { weight: 512, cap: 50 },
        found: { weight: 1000, cap: 50 },
        wanted: { weight: 256, cap: 0 },
      },
    ])
    expect(fixture.weights()).toEqual({ ...BEFORE, vm1: '1000/50' })
  })
})

describe('recovering after the agent was killed', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('restores the old weights after step %i', async (sequence) => {
    await dieAfter(sequence)
    const result = await recoverApplication(shell, [...steps], hooks())
    const touched = sequence >= 3
    expect(summary(result)).toEqual([touched ? 'rolled-back' : 'failed', touched, 'interrupted'])
    expect(fixture.weights()).toEqual(BEFORE)
    expect(steps.map((step) => step.sequence)).toEqual(steps.map((_, index) => index + 1))
    expect(steps.at(-1)?.kind).toBe('finished')
  })

  it('restores the old weights when the agent died between sending a command and recording its effect', async () => {
    await dieAfter(3)
    // The command did reach the host although no step records it.
    fixture.double.host.domains[3]!.weight = 128
    await recoverApplication(shell, [...steps], hooks())
    expect(fixture.weights()).toEqual(BEFORE)
  })

  it('leaves a finished application alone', async () => {
    await apply()
    const result = await recoverApplication(shell, steps, hooks())
    expect(summary(result)).toEqual(['verified', true, null])
    expect(fixture.weights()).toEqual(AFTER)
  })

  it('trusts the last stored step, even if storing "verified" seemed to fail', async () => {
    const result = await apply({
      onStep: async (step) => {
        steps.push(step)
        if (step.kind === 'finished' && step.outcome === 'verified') throw new Error('timeout')
      },
    })
    expect(summary(result)).toEqual(['rolled-back', true, 'step-not-recorded'])
    expect(fixture.weights()).toEqual(BEFORE)
    const recovered = await recoverApplication(shell, steps, hooks())
    expect(summary(recovered)).toEqual(['rolled-back', true, 'step-not-recorded'])
  })

  it('can be repeated when the recovery itself is killed', async () => {
    await dieAfter(6)
    const never = new Promise<never>(() => {})
    await new Promise<void>((resolve) => {
      void recoverApplication(shell, [...steps], {
        ...hooks(),
        onStep: async (step) => {
          steps.push(step)
          if (step.kind !== 'restoring') return
          resolve()
          await never
        },
      })
    })
    shell = await fixture.connect()
    const result = await recoverApplication(shell, [...steps], hooks())
    expect(result.outcome).toBe('rolled-back')
    expect(fixture.weights()).toEqual(BEFORE)
  })
})
