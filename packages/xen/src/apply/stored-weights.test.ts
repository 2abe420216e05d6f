import { beforeEach, expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { undoCommands } from '../plan/undo-commands.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { type DoubleHost, domainNamed, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { type StoredWeight, type WeightStore, withStore } from '../weight-store.ts'
import type { ApplicationStep } from './application.ts'
import { applyPlan } from './apply-plan.ts'
import { recoverApplication, rollbackApplication } from './roll-back.ts'

const NAMES = ['vm1', 'vm2']
const BEFORE: Record<string, StoredWeight> = {
  vm1: { weight: null, cap: null },
  vm2: { weight: 'nonsense', cap: '0' },
}
const AFTER: Record<string, StoredWeight> = {
  vm1: { weight: '512', cap: '50' },
  vm2: { weight: '300', cap: '0' },
}

/** A store in memory, which fails where it is told to. */
class Store implements WeightStore {
  kept = new Map<string, StoredWeight>()
  failsAt: (kind: 'read' | 'write', uuid: string) => boolean = () => false
  storesInstead: StoredWeight | null = null

  async read(uuid: string) {
    this.#try('read', uuid)
    return this.kept.get(uuid) ?? null
  }

  async write(uuid: string, to: StoredWeight) {
    this.#try('write', uuid)
    this.kept.set(uuid, this.storesInstead ?? to)
    this.storesInstead = null
  }

  #try(kind: 'read' | 'write', uuid: string) {
    if (this.failsAt(kind, uuid)) throw new HostError('store-failed', 'XAPI does not answer.')
  }
}

let host: DoubleHost
let store: Store
let shell: RemoteShell
let plan: Plan
let steps: ApplicationStep[]
beforeEach(async () => {
  host = sampleHost()
  store = new Store()
  for (const name of NAMES) store.kept.set(domainNamed(host, name).uuid, BEFORE[name]!)
  shell = withStore(localShell(host), store)
  steps = []
  plan = await planned()
})

async function planned() {
  const uuidOf = (name: string) => domainNamed(host, name).uuid
  return makePlan({
    inventory: await readHost(shell),
    wanted: [
      { uuid: uuidOf('vm1'), weight: 512, cap: 50 },
      { uuid: uuidOf('vm2'), weight: 300 },
    ],
    stored: Object.fromEntries(store.kept),
    username: 'root',
  })
}

const hooks = () => ({
  onStep: async (step: ApplicationStep) => {
    steps.push(step)
  },
  reconnect: async () => shell,
  reconnectDelayMs: 0,
})
const apply = () => applyPlan(shell, plan, hooks())
const kept = () =>
  Object.fromEntries(NAMES.map((name) => [name, store.kept.get(domainNamed(host, name).uuid)]))
const live = () => NAMES.map((name) => domainNamed(host, name).weight)

it('stores what it sets, before any guest notices, and gives both back', async () => {
  expect(plan.changes.map(({ lever, name }) => [lever, name])).toEqual([
    ['stored-weight', 'vm2'],
    ['stored-weight', 'vm1'],
    ['weight', 'vm2'],
    ['weight', 'vm1'],
  ])
  expect(await apply()).toMatchObject({ outcome: 'verified', reason: null })
  expect(kept()).toEqual(AFTER)
  expect(live()).toEqual([512, 300])
  const undone = await rollbackApplication(shell, plan.changes, hooks())
  expect(undone).toMatchObject({ outcome: 'rolled-back', notUndone: [] })
  expect(kept()).toEqual(BEFORE)
  expect(live()).toEqual([256, 256])
  const restored = steps.filter(({ kind }) => kind === 'restored')
  expect(restored.map((step) => 'lever' in step && step.lever)).toEqual([
    'weight',
    'weight',
    'stored-weight',
    'stored-weight',
  ])
})

it('stores nothing where it is there already, or where no store is asked', async () => {
  store.kept.set(domainNamed(host, 'vm1').uuid, AFTER.vm1!)
  const levers = ({ changes }: Plan) => changes.map(({ lever, name }) => `${lever} ${name}`)
  expect(levers(await planned())).toEqual(['stored-weight vm2', 'weight vm2', 'weight vm1'])
  store.kept.clear()
  expect(levers(await planned())).toEqual(['weight vm2', 'weight vm1'])
})

it('does not begin where somebody stored something else meanwhile', async () => {
  store.kept.set(domainNamed(host, 'vm2').uuid, { weight: '7', cap: null })
  const { outcome, hostTouched, drift } = await apply()
  expect([outcome, hostTouched, drift[0]?.kind]).toEqual(['failed', false, 'stored-weight-changed'])
  expect(live()).toEqual([256, 256])
})

it('does not begin where the store does not answer', async () => {
  store.failsAt = () => true
  expect(await apply()).toMatchObject({
    outcome: 'failed',
    hostTouched: false,
    reason: { code: 'store-failed' },
  })
  expect(live()).toEqual([256, 256])
})

it('gives everything back where the store takes the first and refuses the second', async () => {
  const { uuid } = domainNamed(host, 'vm1')
  store.failsAt = (kind, of) => kind === 'write' && of === uuid
  expect(await apply()).toMatchObject({
    outcome: 'rolled-back',
    reason: { code: 'store-failed', message: 'XAPI does not answer.' },
    notUndone: [],
  })
  expect(kept()).toEqual(BEFORE)
  expect(live()).toEqual([256, 256])
})

it('says so, and leaves it alone, where something else stands there afterwards', async () => {
  store.storesInstead = { weight: '7', cap: null }
  expect(await apply()).toMatchObject({
    outcome: 'failed',
    reason: { code: 'changed-by-someone-else' },
    notUndone: [{ lever: 'stored-weight', name: 'vm2', code: 'changed-by-someone-else' }],
  })
  expect(live()).toEqual([256, 256])
})

it('gives the stored back where the host refuses a weight', async () => {
  const local = shell
  shell = {
    ...local,
    run: async (command, options) =>
      command.verb === 'sched-set' && command.weight === 300
        ? { exitCode: 1, stdout: '', stderr: 'no' }
        : local.run(command, options),
  }
  expect(await apply()).toMatchObject({
    outcome: 'rolled-back',
    reason: { code: 'command-failed' },
    notUndone: [],
  })
  expect(kept()).toEqual(BEFORE)
  expect(live()).toEqual([256, 256])
})

it('gives the weights of the host back where the store has fallen silent, and names the rest', async () => {
  await apply()
  store.failsAt = () => true
  const { outcome, notUndone } = await rollbackApplication(shell, plan.changes, hooks())
  expect(outcome).toBe('failed')
  expect(notUndone.map(({ lever, name, code }) => [lever, name, code])).toEqual([
    ['stored-weight', 'vm2', 'unreachable'],
    ['stored-weight', 'vm1', 'unreachable'],
  ])
  expect(live()).toEqual([256, 256])
  store.failsAt = () => false
  const again = await rollbackApplication(shell, plan.changes, hooks())
  expect(again.outcome).toBe('rolled-back')
  expect(kept()).toEqual(BEFORE)
})

it('gives back what is stored of a guest that is no longer on the host, as long as it is known', async () => {
  await apply()
  const [vm1, vm2] = NAMES.map((name) => domainNamed(host, name))
  host.domains = host.domains.filter((domain) => domain !== vm1 && domain !== vm2)
  store.kept.delete(vm2!.uuid)
  const { outcome, notUndone } = await rollbackApplication(shell, plan.changes, hooks())
  expect(outcome).toBe('rolled-back')
  expect(notUndone.every(({ code }) => code === 'domain-gone')).toBe(true)
  expect(store.kept.get(vm1!.uuid)).toEqual(BEFORE.vm1)
})

it.each([3, 4, 5, 6, 7, 8, 9])('is recovered after the agent died at step %i', async (sequence) => {
  await new Promise<void>((resolve) => {
    void applyPlan(shell, plan, {
      ...hooks(),
      onStep: async (step) => {
        steps.push(step)
        if (step.sequence !== sequence) return
        resolve()
        await new Promise(() => {})
      },
    })
  })
  const result = await recoverApplication(shell, [...steps], hooks())
  expect(result.outcome).toBe('rolled-back')
  expect(kept()).toEqual(BEFORE)
  expect(live()).toEqual([256, 256])
})

it('names the commands that undo it, the stored ones last', () => {
  const [vm1, vm2] = NAMES.map((name) => domainNamed(host, name).uuid)
  const remove = (key: string) =>
    `xe vm-param-remove uuid=${vm1} param-name=VCPUs-params param-key=${key}`
  expect(undoCommands(plan).slice(2)).toEqual([
    `xe vm-param-set uuid=${vm2} VCPUs-params:weight=nonsense`,
    `${remove('weight')} && ${remove('cap')}`,
  ])
})
