import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let operator: Caller
let viewer: Caller
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
  viewer = await api.as('viewer')
})
afterAll(() => api.close())

const NOBODY = { id: '01a1fb00-0000-7000-8000-000000000000' }
const WAY = { address: '127.0.0.1', port: 22, username: 'root' }
const FINGERPRINT = { fingerprint: `SHA256:${'A'.repeat(43)}` }

async function newHost(name: string): Promise<contract.Host> {
  const { status, body } = await operator(contract.createHost, { body: { name } })
  expect(status).toBe(201)
  return body
}

/** Acts as if weights were being written on the host. */
async function occupy(hostId: string): Promise<void> {
  const plan = await api.deps.db.plan.create({ data: { hostId, wanted: {} } })
  await api.deps.db.application.create({
    data: { hostId, planId: plan.id, kind: 'apply', state: 'applying', requestedBy: 'somebody' },
  })
}

const changes: [contract.Endpoint, object?][] = [
  [contract.updateHost, { notes: 'x' }],
  [contract.deleteHost],
  [contract.connectHost, WAY],
  [contract.confirmHostKey, FINGERPRINT],
  [contract.disconnectHost],
  [contract.discoverHost],
  [contract.setDomainTargets, { targets: [] }],
]

describe('hosts', () => {
  it('201, 200: can be added without a connection, read, listed, renamed', async () => {
    const host = await newHost('plain')
    expect(host).toMatchObject({
      connection: { state: 'none', address: null, authorizedKeysLine: null, trouble: null },
      domains: [],
      verdict: null,
      jobId: null,
    })
    const params = { id: host.id }
    const renamed = await operator(contract.updateHost, { params, body: { name: 'renamed' } })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'renamed', notes: '' } })
    const tagged = await operator(contract.updateHost, { params, body: { tags: ['eu'] } })
    expect(tagged).toMatchObject({ status: 200, body: { name: 'renamed', tags: ['eu'] } })
    const list = await viewer(contract.listHosts)
    expect(list.body.data).toContainEqual(tagged.body)
    expect((await viewer(contract.getHost, { params })).body).toEqual(tagged.body)
  })

  it('200: are listed in pages', async () => {
    for (const name of ['page1', 'page2']) await newHost(name)
    const first = await operator(contract.listHosts, { query: { limit: 1 } })
    const cursor = first.body.meta.nextCursor
    const second = await operator(contract.listHosts, { query: { limit: 1, cursor } })
    expect([first, second].map(({ body }) => body.data.length)).toEqual([1, 1])
    expect(first.body.data[0].id).not.toBe(second.body.data[0].id)
  })

  it('204: are deleted with their plans, while the audit trail keeps what happened', async () => {
    const host = await newHost('short-lived')
    const params = { id: host.id }
    await api.deps.db.plan.create({ data: { hostId: host.id, wanted: {} } })
    expect((await operator(contract.deleteHost, { params })).status).toBe(204)
    expect((await operator(contract.getHost, { params })).status).toBe(404)
    const events = await api.deps.db.auditEvent.findMany({ where: { targetId: host.id } })
    expect(events.map(({ action }) => action)).toEqual(['host.create', 'host.delete'])
  })

  it('400: name the invalid input', async () => {
    const { id } = await newHost('inputs')
    const bad: [contract.Endpoint, object, string][] = [
      [contract.createHost, { name: '' }, 'body.name'],
      [contract.createHost, { name: 'a\u0000b' }, 'body.name'],
      [contract.createHost, { name: 'x', notes: 'a\u0000b' }, 'body.notes'],
      [contract.createHost, { name: 'x', notes: 'half a pair: \ud83d' }, 'body.notes'],
      [contract.createToken, { name: 'a\udc00', scopes: ['hosts:read'] }, 'body.name'],
      [contract.connectHost, { address: 'x; reboot' }, 'body.address'],
      [contract.connectHost, { address: '-oProxyCommand=x' }, 'body.address'],
      [contract.connectHost, { address: '10.0.0.1:22' }, 'body.address'],
      [contract.connectHost, { address: '::g' }, 'body.address'],
      [contract.connectHost, { address: '10.0.0.1', port: 70_000 }, 'body.port'],
      [contract.connectHost, { address: '10.0.0.1', username: 'root -v' }, 'body.username'],
      [contract.confirmHostKey, { fingerprint: 'MD5:00' }, 'body.fingerprint'],
    ]
    for (const [endpoint, body, name] of bad) {
      const reply = await operator(endpoint, { params: { id }, body })
      expect([400, 422]).toContain(reply.status)
      expect(reply.body).toMatchObject({ invalidParams: [{ name }] })
    }
  })

  it('401 without credentials', async () => {
    for (const [endpoint, body] of [[contract.listHosts], [contract.createHost], ...changes]) {
      const { status } = await api.anonymous(endpoint as contract.Endpoint, {
        params: NOBODY,
        body,
      })
      expect(status).toBe(401)
    }
  })

  it('403 for a viewer and for a token that may only read', async () => {
    const reader = await api.as('administrator', ['hosts:read', 'plans:write'])
    for (const caller of [viewer, reader]) {
      for (const [endpoint, body] of [[contract.createHost, { name: 'x' }] as const, ...changes]) {
        expect((await caller(endpoint, { params: NOBODY, body })).status).toBe(403)
      }
      expect((await caller(contract.listHosts)).status).toBe(200)
    }
  })

  it('404 for a host that does not exist', async () => {
    for (const [endpoint, body] of [[contract.getHost] as const, ...changes]) {
      const reply = await operator(endpoint, { params: NOBODY, body })
      expect(reply).toMatchObject({ status: 404, body: { code: 'host-not-found' } })
    }
  })

  it('409 for a taken name', async () => {
    await newHost('taken')
    const other = await newHost('other')
    const again = await operator(contract.createHost, { body: { name: 'taken' } })
    expect(again).toMatchObject({ status: 409, body: { code: 'host-name-taken' } })
    const params = { id: other.id }
    const renamed = await operator(contract.updateHost, { params, body: { name: 'taken' } })
    expect(renamed).toMatchObject({ status: 409, body: { code: 'host-name-taken' } })
  })

  it('409 for operations that need a connection', async () => {
    const params = { id: (await newHost('unconnected')).id }
    expect(await operator(contract.discoverHost, { params })).toMatchObject({
      status: 409,
      body: { code: 'not-connected' },
    })
    expect(await operator(contract.confirmHostKey, { params, body: FINGERPRINT })).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-confirm' },
    })
  })

  it('409 while weights are being written: neither deleted nor connected elsewhere', async () => {
    const params = { id: (await newHost('busy')).id }
    await occupy(params.id)
    for (const [endpoint, body] of [
      [contract.deleteHost],
      [contract.disconnectHost],
      [contract.connectHost, WAY],
    ] as [contract.Endpoint, object?][]) {
      const reply = await operator(endpoint, { params, body })
      expect(reply).toMatchObject({ status: 409, body: { code: 'host-busy' } })
    }
  })

  it('422 for an Idempotency-Key that is used for another host', async () => {
    const headers = { 'idempotency-key': 'one-host' }
    const create = (name: string) => operator(contract.createHost, { body: { name }, headers })
    const first = await create('once')
    expect((await create('once')).body).toEqual(first.body)
    expect((await create('twice')).status).toBe(422)
  })
})

describe('targets', () => {
  const set = (id: string, targets: object[]) =>
    operator(contract.setDomainTargets, { params: { id }, body: { targets } })
  const target = { domain: 'vm1', responseTimeMs: 60, throughputPerSecond: null }

  it('200: are kept by name, before any trace or reading has shown the domain', async () => {
    const { id } = await newHost('targets')
    await set(id, [target])
    const other = { domain: 'vm2', responseTimeMs: null, throughputPerSecond: 25 }
    const { status, body } = await set(id, [other])
    expect(status).toBe(200)
    const targets = body.domains.map((domain: contract.Domain) => [domain.name, domain.target])
    expect(targets).toEqual([
      ['vm1', { responseTimeMs: 60, throughputPerSecond: null, isSoft: false }],
      ['vm2', { responseTimeMs: null, throughputPerSecond: 25, isSoft: false }],
    ])
  })

  it('200: may be soft, as long as nobody says otherwise', async () => {
    const { id } = await newHost('soft')
    const isSoft = async (more: object) =>
      (await set(id, [{ ...target, ...more }])).body.domains[0].target.isSoft
    expect(await isSoft({ isSoft: true })).toBe(true)
    expect(await isSoft({})).toBe(false)
  })

  it('200: apply to the 95th percentile over all until a statistic or a window is chosen', async () => {
    const { id, targetStatistic, targetWindowSeconds } = await newHost('statistic')
    expect([targetStatistic, targetWindowSeconds]).toEqual(['p95', null])
    const chosen = { targets: [], statistic: 'p99', windowSeconds: 60 } as const
    const { body } = await operator(contract.setDomainTargets, { params: { id }, body: chosen })
    expect(body).toMatchObject({ targetStatistic: 'p99', targetWindowSeconds: 60 })
    expect((await set(id, [target])).body).toMatchObject({
      targetStatistic: 'p99',
      targetWindowSeconds: 60,
    })
  })

  it('400 for a domain named twice, Domain-0, and a target of zero', async () => {
    const { id } = await newHost('bad-targets')
    const twice = await set(id, [target, target])
    expect(twice).toMatchObject({
      status: 422,
      body: { invalidParams: [{ name: 'body.targets.1.domain' }] },
    })
    const driver = await set(id, [{ ...target, domain: 'Domain-0' }])
    expect(driver).toMatchObject({
      status: 422,
      body: { invalidParams: [{ name: 'body.targets.0.domain' }] },
    })
    expect((await set(id, [{ ...target, responseTimeMs: 0 }])).status).toBe(400)
  })
})
