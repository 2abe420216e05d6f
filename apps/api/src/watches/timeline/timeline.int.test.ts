import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { hostWindows, observed, START } from '../../windows/observed.fixture.ts'
import { storeWindows } from '../../windows/store-windows.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const HOUR_MS = 3_600_000

it('shows what changed on the host, what Steelyard did, hotspots and gaps, oldest first', async () => {
  const double = await client.startDouble()
  const { id: hostId } = await client.enrol(double)
  const { db } = client.api.deps
  const params = { id: hostId }
  await db.watch.create({ data: { hostId } })
  const gaps = [{ from: 600, to: 900 }]
  await storeWindows(db, hostId, hostWindows(observed(10, 1800, gaps)))
  const openedAt = new Date((START + 1000) * 1000)
  await db.hotspot.create({ data: { hostId, domain: 'vm1', openedAt, evidence: {} } })

  const plan = await client.plan({ hostId, weights: { vm1: 512 } })
  await client.ended(await client.apply(plan))
  double.host.domains.find(({ name }) => name === 'vm2')!.weight = 100
  const { job } = expectStatus(await client.call(contract.discoverHost, { params }), 202)
  await waitForJob(client.api.deps, job.id)

  const timeline = async (from: number, to: number) =>
    expectStatus(
      await client.call(contract.getHostTimeline, {
        params,
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
      200,
    ) as { data: contract.HostMark[]; complete: boolean }
  const { data, complete } = await timeline(START * 1000, Date.now() + HOUR_MS)
  expect(complete).toBe(true)
  expect(data.map(({ kind, domain, text }) => [kind, domain, text])).toEqual([
    ['gap', null, 'Nothing was observed.'],
    ['hotspot', 'vm1', 'vm1 missed its target.'],
    ['application', null, 'A plan was applied: vm1 to weight 512, cap 0.'],
    ['weight', 'vm2', 'The weight of vm2 was changed outside Steelyard, from 256 to 100.'],
  ])
  expect(data[0]).toMatchObject({
    at: new Date((START + 600) * 1000).toISOString(),
    to: new Date((START + 900) * 1000).toISOString(),
  })
  expect(data[2]).toMatchObject({ planId: plan.id })
  expect((await timeline(0, START * 1000)).data).toEqual([])
  const events = await db.hostEvent.findMany({ where: { hostId, domain: 'vm1' } })
  expect(events).toMatchObject([
    { kind: 'weight', detail: { before: 256, after: 512, applicationId: expect.any(String) } },
  ])
})
