import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { beat } from '../../health/heartbeat.ts'
import { startTestDeps, type TestDeps } from '../../testing/test-deps.ts'
import { HostWatcher } from './host-watcher.ts'

const ROUND_MS = 250
const WATCHES = 9

let deps: TestDeps
const agents: Agent[] = []
beforeAll(async () => {
  deps = await startTestDeps()
  for (let number = 0; number < WATCHES; number++) await watchedHost(`xen-${number}`)
})
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop()))
  await deps.close()
})

/** Hosts that cannot be reached are held like others. */
async function watchedHost(name: string, watch: object = {}): Promise<string> {
  const { id } = await deps.db.host.create({ data: { name, watch: { create: watch } } })
  return id
}

class Agent {
  readonly name: string
  readonly #watcher: HostWatcher
  #rounds: NodeJS.Timeout

  constructor(name: string) {
    this.name = name
    const own: Deps = { ...deps, instance: name }
    this.#watcher = new HostWatcher(own)
    this.#rounds = setInterval(() => {
      void beat(own, 'agent')
      void this.#watcher.round()
    }, ROUND_MS)
    agents.push(this)
  }

  /** As SIGKILL ends it: nothing is said, and nothing given back. */
  kill(): void {
    clearInterval(this.#rounds)
  }

  async stop(): Promise<void> {
    this.kill()
    await this.#watcher.stop()
  }
}

async function shares(): Promise<Record<string, number>> {
  const held = await deps.db.watch.groupBy({ by: ['heldBy'], _count: true })
  return Object.fromEntries(held.map(({ heldBy, _count }) => [heldBy ?? 'free', _count]))
}

it('agents share the watches, whoever comes, dies or goes', async () => {
  const a = new Agent('a')
  await expect.poll(shares).toEqual({ a: 9 })
  const b = new Agent('b')
  await expect.poll(shares).toEqual({ a: 5, b: 4 })
  new Agent('c')
  await expect.poll(shares).toEqual({ a: 3, b: 3, c: 3 })
  b.kill()
  await expect.poll(async () => Object.values(await shares()).sort()).toEqual([4, 5])
  expect(await shares()).not.toHaveProperty('b')
  await a.stop()
  await deps.db.heartbeat.delete({ where: { instance: 'a' } })
  await expect.poll(shares).toEqual({ c: 9 })
})

it('a watch is not let go of while its host is being traced', async () => {
  const traced = { traceEveryMinutes: 5, traceSeconds: 300, tracedAt: new Date() }
  await deps.db.watch.updateMany({ data: traced })
  new Agent('d')
  await expect.poll(() => deps.db.heartbeat.count({ where: { instance: 'd' } })).toBe(1)
  const free = await watchedHost('xen-new')
  const holderOf = async () =>
    (await deps.db.watch.findUniqueOrThrow({ where: { hostId: free } })).heldBy
  await expect.poll(holderOf).toBe('d')
  expect(await shares()).toEqual({ c: 9, d: 1 })
  await deps.db.watch.updateMany({ data: { tracedAt: new Date(0) } })
  await expect.poll(shares).toEqual({ c: 5, d: 5 })
})
