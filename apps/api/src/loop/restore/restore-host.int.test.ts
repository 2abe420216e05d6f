import * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostClient, startHostClient, weightsOf } from '../../hosts/testing/host-client.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'

let client: HostClient
let double: XenHostDouble
let hostId: string
beforeAll(async () => {
  client = await startHostClient()
  double = await client.startDouble()
  hostId = (await client.enrol(double)).id
})
afterAll(() => client.close())

const restore = (at: Date) =>
  client.call(contract.restoreHost, { params: { id: hostId }, body: { at: at.toISOString() } })

async function restoredPlan(at: Date): Promise<contract.Plan> {
  const { status, body } = await restore(at)
  expect([status, body.code]).toEqual([202, undefined])
  await waitForJob(client.api.deps, body.job.id)
  return (await client.call(contract.getPlan, { params: { id: body.plan.id } })).body
}

async function set(weights: Record<string, number>): Promise<string> {
  const { id } = await client.ended(await client.apply(await client.plan({ hostId, weights })))
  return id
}

describe('restoring a host', () => {
  it('plans the weights of a moment, over applications, roll-backs and what others did', async () => {
    const atFirst = weightsOf(double)
    const beginning = new Date()
    const first = await set({ vm1: 384, vm2: 192 })
    const then = weightsOf(double)
    const afterFirst = new Date()
    await set({ vm1: 100, vm3: 500 })
    const [latest] = await client.api.deps.db.application.findMany({
      where: { hostId },
      orderBy: { id: 'desc' },
    })
    await client.ended(await client.rollBack(latest!.id))
    // Somebody sets a weight by hand, and a reading shows it.
    double.host.domains.find(({ name }) => name === 'vm2')!.weight = 77
    const discovery = await client.call(contract.discoverHost, { params: { id: hostId } })
    await waitForJob(client.api.deps, discovery.body.job.id)
    const plan = await restoredPlan(afterFirst)
    expect(plan.origin).toMatch(/^The weights of 20/)
    await client.ended(await client.apply(plan))
    expect(weightsOf(double)).toEqual(then)
    await client.ended(await client.apply(await restoredPlan(beginning)))
    expect(weightsOf(double)).toEqual(atFirst)
    expect(first).not.toBe(latest!.id)
    const rows = await client.api.deps.db.auditEvent.findMany({ where: { action: 'host.restore' } })
    expect(rows).toHaveLength(2)
  })

  it('refuses moments at which nothing was different, that have not come or came before the host', async () => {
    expect((await restore(new Date())).body.code).toBe('nothing-to-restore')
    expect((await restore(new Date(Date.now() + 60_000))).status).toBe(422)
    expect((await restore(new Date(0))).status).toBe(422)
  })
})
