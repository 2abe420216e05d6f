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

it('holds what people wrote, at a moment or over a time, until it is removed', async () => {
  const { db } = client.api.deps
  const { id } = await db.host.create({ data: { name: 'annotated' } })
  const params = { id }
  const annotate = (body: object) =>
    client.call(contract.addAnnotation, { params, body: body as never })
  const sale = { at: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z', text: 'sale' }
  const added = expectStatus(await annotate(sale), 201) as contract.HostMark
  expect(added).toMatchObject({ kind: 'annotation', ...sale, by: expect.any(String) })
  expectStatus(await annotate({ at: '2026-11-20T11:00:00.000Z', text: 'v2' }), 201)
  const backwards = await annotate({ ...sale, to: sale.at })
  expect([backwards.status, backwards.body.code]).toEqual([422, 'invalid'])

  const texts = async (from: string, to: string) =>
    (
      expectStatus(
        await client.call(contract.getHostTimeline, { params, query: { from, to } }),
        200,
      ).data as contract.HostMark[]
    ).map(({ text }) => text)
  expect(await texts('2026-11-20T11:30:00Z', '2026-11-20T13:00:00Z')).toEqual(['sale'])
  expect(await texts('2026-11-20T09:00:00Z', '2026-11-20T13:00:00Z')).toEqual(['sale', 'v2'])
  expect(await texts('2026-11-20T12:30:00Z', '2026-11-20T13:00:00Z')).toEqual([])

  const remove = (annotationId: string) =>
    client.call(contract.removeAnnotation, { params: { id, annotationId } })
  expect((await remove(added.annotationId!)).status).toBe(204)
  expect((await remove(added.annotationId!)).status).toBe(404)
  const { body } = await client.call(contract.getHostHistory, { params })
  expect(body.annotations).toMatchObject([{ text: 'v2' }])
  const other = await db.host.create({ data: { name: 'other' } })
  const kept = body.annotations[0].annotationId
  const elsewhere = { id: other.id, annotationId: kept }
  expect((await client.call(contract.removeAnnotation, { params: elsewhere })).status).toBe(404)
  const events = await db.auditEvent.findMany({
    where: { targetId: id },
    orderBy: { sequence: 'asc' },
  })
  expect(events.map(({ action }) => action)).toEqual([
    'annotation.add',
    'annotation.add',
    'annotation.remove',
  ])
})
