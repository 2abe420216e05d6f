import { expect, it } from 'vitest'
import type { HostCommand } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import { makePlan, type PlanInput } from '../plan/make-plan.ts'
import { readHost } from '../read-host.ts'
import type { CommandAnswer, RemoteShell } from '../remote-shell.ts'
import { type DoubleHost, domainNamed, happenings, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import type { ApplicationStep, StepEvent } from './application.ts'
import { applyPlan } from './apply-plan.ts'
import { recoverApplication, rollbackApplication } from './roll-back.ts'

const NAMES = ['vm1', 'vm2', 'vm3']

/** Applies weights of 300 to all guests, lets something happen, and then rolls them back. */
async function rollBackAfter(
  host: DoubleHost,
  happen: () => void,
  shellOf: (shell: RemoteShell) => RemoteShell = (shell) => shell,
  wish?: Partial<PlanInput>,
) {
  const shell = localShell(host)
  const plan = makePlan({
    inventory: await readHost(shell),
    wanted: wish ? [] : NAMES.map((name) => ({ uuid: domainNamed(host, name).uuid, weight: 300 })),
    username: 'root',
    ...wish,
  })
  const steps: ApplicationStep[] = []
  const hooks = {
    onStep: async (step: ApplicationStep) => {
      steps.push(step)
    },
    reconnect: async () => shellOf(shell),
    reconnectDelayMs: 0,
  }
  expect(await applyPlan(shell, plan, hooks)).toMatchObject({ outcome: 'verified' })
  happen()
  steps.length = 0
  const result = await rollbackApplication(shellOf(shell), plan.changes, hooks)
  return { result, steps }
}

/** A shell that replaces the answers to commands that set values. */
const answering = (change: (answer: CommandAnswer, command: HostCommand) => CommandAnswer) => {
  return (shell: RemoteShell): RemoteShell => ({
    ...shell,
    run: async (command) => {
      const isSet = command.verb === 'sched-set' || command.verb === 'vcpu-pin'
      const answer = await shell.run(command)
      return isSet ? change(answer, command) : answer
    },
  })
}

/** A shell that returns the given answer to weight commands without running them. */
const idle =
  (answer: CommandAnswer) =>
  (shell: RemoteShell): RemoteShell => ({
    ...shell,
    run: async (command) => (command.verb === 'sched-set' ? answer : shell.run(command)),
  })

const weights = (host: DoubleHost) => host.domains.map(({ weight }) => weight)

it('reports what no longer has a weight, and restores the rest', async () => {
  const host = sampleHost('credit', 2)
  const { result } = await rollBackAfter(host, () => {
    host.cpupools[0]!.pCpus = [0]
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [1], scheduler: 'rtds' })
    domainNamed(host, 'vm1').cpupool = 'Pool-vm'
  })
  expect(result.outcome).toBe('failed')
  expect(result.notUndone).toEqual([
    {
      lever: 'weight',
      uuid: domainNamed(host, 'vm1').uuid,
      name: 'vm1',
      wanted: { weight: 256, cap: 0 },
      found: null,
      code: 'not-readable',
      scheduler: 'rtds',
    },
  ])
  expect(weights(host)).toEqual([256, 300, 256, 256])
})

it('reports that the host accepts the command but keeps another value', async () => {
  const { result } = await rollBackAfter(
    sampleHost(),
    () => undefined,
    idle({ exitCode: 0, stdout: '', stderr: '' }),
  )
  expect(result.notUndone).toMatchObject(
    NAMES.map((name) => ({
      name,
      code: 'refused',
      said: null,
      wanted: { weight: 256, cap: 0 },
      found: { weight: 300, cap: 0 },
    })),
  )
})

it('asks once more for what was refused for a moment', async () => {
  const host = sampleHost()
  let refused = 0
  const { result, steps } = await rollBackAfter(
    host,
    () => undefined,
    (shell) => ({
      ...shell,
      run: async (command) => {
        if (command.verb !== 'sched-set' || refused > 0) return shell.run(command)
        refused += 1
        return { exitCode: 1, stdout: '', stderr: 'Device or resource busy' }
      },
    }),
  )
  expect(refused).toBe(1)
  expect(result).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
  expect(weights(host)).toEqual([256, 256, 256, 256])
  expect(steps.filter(({ kind }) => kind === 'restoring')).toHaveLength(NAMES.length + 1)
})

it.each([
  ['succeeds', 0, 'no, not that'],
  ['fails', 1, 'no, not that'],
])('passes on the host’s objection to a command that %s', async (_, exitCode, said) => {
  const { result } = await rollBackAfter(
    sampleHost(),
    () => undefined,
    idle({ exitCode, stdout: '', stderr: ` ${said}\n` }),
  )
  expect(result.notUndone[0]).toMatchObject({ name: 'vm1', code: 'refused', said })
})

it('trusts what reads back, whatever the host said', async () => {
  const host = sampleHost()
  const { result } = await rollBackAfter(
    host,
    () => undefined,
    answering((answer) => ({ ...answer, exitCode: 1, stderr: 'a failure that was none' })),
  )
  expect(result).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
  expect(weights(host)).toEqual([256, 256, 256, 256])
})

it('sends nothing for what already is as recorded, or no longer exists', async () => {
  const host = sampleHost()
  const { result, steps } = await rollBackAfter(host, () => {
    happenings.setWeight(host, 'vm1', 256)
    happenings.destroy(host, 'vm2')
  })
  expect(result.notUndone.map(({ name, code }) => [name, code])).toEqual([['vm2', 'domain-gone']])
  const restored = steps.flatMap((step) => (step.kind === 'restoring' ? [step.name] : []))
  expect(restored).toEqual(['vm3'])
})

it('restores the lowest weights first, by the values now in effect', async () => {
  const host = sampleHost()
  Object.assign(domainNamed(host, 'vm1'), { weight: 900 })
  Object.assign(domainNamed(host, 'vm3'), { weight: 100 })
  const { steps } = await rollBackAfter(host, () => undefined)
  expect(steps.flatMap((step) => (step.kind === 'restoring' ? [step.name] : []))).toEqual([
    'vm3',
    'vm2',
    'vm1',
  ])
})

it('gives up where contact is lost again after each reconnection', async () => {
  const host = sampleHost()
  const shell = localShell(host)
  const plan = makePlan({
    inventory: await readHost(shell),
    wanted: [{ uuid: domainNamed(host, 'vm1').uuid, weight: 300 }],
    username: 'root',
  })
  const lost = new HostError('connection-lost', 'The connection to the host was lost.')
  const dead: RemoteShell = { ...shell, run: () => Promise.reject(lost) }
  const kinds: string[] = []
  const result = await rollbackApplication(dead, plan.changes, {
    onStep: async ({ kind }) => {
      kinds.push(kind)
    },
    reconnect: async () => dead,
    reconnectAttempts: 3,
  })
  expect(kinds).toEqual([
    'rolling-back',
    'contact-lost',
    'reconnected',
    'contact-lost',
    'reconnected',
    'contact-lost',
    'not-undone',
    'finished',
  ])
  expect(result).toMatchObject({
    outcome: 'failed',
    notUndone: [{ name: 'vm1', code: 'unreachable', said: lost.message, found: null }],
  })
})

it('settles a finished application from its steps alone', async () => {
  const reason = { code: 'drift', message: 'changed' } as const
  const drift = {
    kind: 'domain-missing',
    uuid: 'u1',
    name: 'vm1',
    expected: 'vm1',
    found: null,
  } as const
  const problem = {
    lever: 'weight',
    uuid: 'u1',
    name: 'vm1',
    wanted: { weight: 256, cap: 0 },
    found: null,
    code: 'domain-gone',
  } as const
  const events = [
    { kind: 'rechecked', drift: [drift] },
    { kind: 'rolling-back', reason },
    { kind: 'not-undone', problem },
    { kind: 'finished', outcome: 'failed', hostTouched: true },
  ] satisfies StepEvent[]
  const steps = events.map((event, index) => ({ sequence: index + 1, at: 'then', ...event }))
  const refuse = () => Promise.reject(new Error('nothing is done'))
  const shell = { ...localShell(sampleHost()), run: refuse }
  expect(await recoverApplication(shell, steps, { onStep: refuse, reconnect: refuse })).toEqual({
    outcome: 'failed',
    hostTouched: true,
    reason,
    drift: [drift],
    notUndone: [problem],
    unrecordedSteps: 0,
  })
})

it('settles an application that never began', async () => {
  const steps: ApplicationStep[] = []
  const shell = localShell(sampleHost())
  const result = await recoverApplication(shell, [], {
    onStep: async (step) => {
      steps.push(step)
    },
    reconnect: async () => shell,
  })
  expect(result).toMatchObject({ outcome: 'failed', hostTouched: false, notUndone: [] })
  expect(result.reason).toMatchObject({ code: 'interrupted' })
  expect(steps).toMatchObject([{ sequence: 1, kind: 'finished', outcome: 'failed' }])
})
