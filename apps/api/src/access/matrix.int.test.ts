import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../http/define-route.ts'
import { modules } from '../modules.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { permissionsOfGrants } from './permissions.ts'

// Every route, called by every role, on things of hosts that the role covers and on those of others.

interface Things {
  host: string
  upload: string
  analysis: string
  run: string
  plan: string
  application: string
  recommendation: string
  job: string
  /** Of no single host, so only roles on every host reach it. */
  pool: string
}

let api: TestApi
let mine: Things
let theirs: Things
beforeAll(async () => {
  api = await startTestApi()
  mine = await thingsOf('web-1')
  theirs = await thingsOf('sql-1')
})
afterAll(() => api.close())

/** One thing of each kind on a host with this tag. */
async function thingsOf(tag: string): Promise<Things> {
  const { db } = api.deps
  const { id: hostId } = await db.host.create({
    data: { name: `host ${tag}`, tags: [tag], domains: { create: { name: 'vm1' } } },
  })
  const named = { name: `of ${tag}`, hostId }
  const upload = await db.upload.create({ data: { ...named, state: 'ready' } })
  const analysis = await db.analysis.create({ data: { ...named, options: {} } })
  const run = await db.run.create({
    data: {
      analysisId: analysis.id,
      kind: 'headroom',
      question: { kind: 'headroom', analysisId: analysis.id },
    },
  })
  const plan = await db.plan.create({
    data: {
      hostId,
      wanted: {
        weights: [{ domain: 'vm1', weight: 512 }],
        pins: [],
        analysed: [],
        predicted: [],
        notes: [],
      },
    },
  })
  const application = await db.application.create({
    data: { kind: 'apply', planId: plan.id, hostId, state: 'failed', requestedBy: tag },
  })
  await db.hotspot.create({
    data: {
      hostId,
      domain: `vm of ${tag}`,
      openedAt: new Date(),
      evidence: {
        windows: [],
        missed: 3,
        targetSeconds: 1,
        forecast: { by: 'ar1', valueSeconds: 2 },
      },
    },
  })
  await db.journalEntry.create({
    data: { hostId, decision: 'nothing-done', text: tag, detail: {} },
  })
  const recommendation = await db.hostRecommendation.create({
    data: {
      hostId,
      state: 'open',
      mode: 'approve',
      isDryRun: false,
      reason: tag,
      expiresAt: new Date(),
    },
  })
  const job = await db.job.create({
    data: {
      kind: 'discover-host',
      payload: {},
      state: 'succeeded',
      subjectKind: 'host',
      subjectId: hostId,
    },
  })
  const pool = await db.pool.create({
    data: { name: `pool of ${tag}`, address: '192.0.2.1', port: 443 },
  })
  return {
    host: hostId,
    upload: upload.id,
    analysis: analysis.id,
    run: run.id,
    plan: plan.id,
    application: application.id,
    recommendation: recommendation.id,
    job: job.id,
    pool: pool.id,
  }
}

const routes = modules.flatMap((module) => module.routes)
const reaching = routes.filter(({ options }) => typeof options.reach === 'function')
const listing = routes.filter(({ options }) => options.reach === 'listed')

const kindOfPath: Record<string, keyof Things> = {
  hosts: 'host',
  uploads: 'upload',
  analyses: 'analysis',
  runs: 'run',
  plans: 'plan',
  applications: 'application',
  recommendations: 'recommendation',
  jobs: 'job',
  pools: 'pool',
}

const fingerprint = `SHA256:${'A'.repeat(43)}`
const access = { address: '192.0.2.1', port: 22, username: 'root' }

/** A valid body for each route that needs one, naming these things. */
const bodies: Record<string, (of: Things) => object> = {
  createUpload: ({ host }) => ({ name: 'x', hostId: host }),
  updateUpload: () => ({ name: 'x' }),
  updateSource: () => ({ included: true }),
  createAnalysis: ({ host, upload }) => ({ hostId: host, uploadIds: [upload] }),
  updateAnalysis: () => ({ name: 'x' }),
  deleteAnalyses: ({ analysis }) => ({ ids: [analysis] }),
  askForecast: () => ({}),
  assessOverhead: ({ analysis }) => ({ kind: 'recorded', analysisId: analysis }),
  startRun: ({ analysis }) => ({ question: { kind: 'headroom', analysisId: analysis } }),
  createPlan: ({ analysis }) => ({ analysisId: analysis }),
  addApprovalRule: () => ({ tag: 'no-host-*' }),
  decidePlan: () => ({ hash: 'x', decision: 'approved', password: 'x' }),
  applyPlan: () => ({ hash: 'x', password: 'x' }),
  rollBackApplication: () => ({ password: 'x' }),
  updateHost: () => ({ notes: 'x' }),
  connectHost: () => access,
  confirmHostKey: () => ({ fingerprint }),
  groupHosts: ({ host }) => ({ name: crypto.randomUUID(), hostIds: [host, host] }),
  setPoolHosts: ({ host }) => ({ hostIds: [host, host] }),
  connectPool: () => ({ fingerprint: 'AB'.repeat(32), username: 'root', password: 'x' }),
  placeGuest: () => ({ memoryMiB: 1024, vCpus: 1 }),
  pinPoolMember: () => ({ fingerprint: 'AB'.repeat(32), address: '192.0.2.1' }),
  planPoolMove: () => ({ guestUuid: 'x', toHostUuid: 'y' }),
  startPoolMove: () => ({ password: 'x' }),
  planStoredWeight: () => ({ guestUuid: 'x', weight: 512 }),
  storePlannedWeight: () => ({ password: 'x' }),
  rollBackStoredWeight: () => ({ password: 'x' }),
  setGuestLog: () => ({ ...access, path: '/var/log/access.log' }),
  confirmGuestLog: () => ({ fingerprint }),
  setDomainTargets: () => ({ targets: [] }),
  startRecording: () => ({}),
  setWatch: () => ({}),
  addAnnotation: () => ({ at: '2026-11-24T00:00:00Z', text: 'x' }),
  saveFleetView: () => ({ name: 'x', query: '' }),
  setHostPolicy: () => ({}),
  setTagPolicy: () => ({ tag: 'no-host-*', settings: {} }),
  givePolicyGrant: () => ({ password: 'x', expiresAt: new Date().toISOString() }),
  setCapsMonitor: () => ({
    pCpus: 1,
    realTime: [{ name: 'vm1', periodMs: 100, executionMs: 70 }],
    others: [{ name: 'vm2' }],
  }),
  giveCapsGrant: () => ({ password: 'x', expiresAt: new Date().toISOString() }),
  stopLoop: () => ({ reason: 'x' }),
  restoreHost: () => ({ at: '2026-01-01T00:00:00Z' }),
  decideRecommendation: () => ({ hash: 'x', decision: 'approved', password: 'x' }),
  setLoadBalancer: () => ({ domain: 'vm1' }),
  sendLoadBalancerReport: () => ({ sessions: 0, queuedRequests: 0, idlePercent: 100, threads: 1 }),
}

const range = () => ({ from: '2026-11-24T00:00:00Z', to: '2026-11-24T01:00:00Z' })

/** A valid query for each route that needs one. */
const queries: Record<string, (of: Things) => Record<string, unknown>> = {
  compareRecordings: ({ analysis }) => ({ before: analysis, after: analysis }),
  compareRequests: () => ({
    selectedFromSeconds: 0,
    selectedToSeconds: 1,
    selectedFromMs: 0,
    selectedToMs: 1,
  }),
  getWatchSeries: range,
  getHostTimeline: range,
}

async function ask(call: Caller, { endpoint }: Route, of: Things) {
  const kind = kindOfPath[endpoint.path.split('/')[1]!]
  const params = {
    id: kind && of[kind],
    domainId: crypto.randomUUID(),
    sourceId: crypto.randomUUID(),
    annotationId: crypto.randomUUID(),
    moveId: crypto.randomUUID(),
    planId: crypto.randomUUID(),
    table: 'windows',
    number: 0,
  }
  const query = queries[endpoint.id]?.(of) ?? {}
  const body = bodies[endpoint.id]?.(of)
  return call(endpoint, { params, query, ...(body ? { body } : {}) })
}

/** What a role says to every route: refused for lack of a permission, or not. */
describe.each(contract.Role.options)('a person with the role %s', (role) => {
  it('is refused by exactly the routes whose permission the role lacks', async () => {
    const call = await api.as(role)
    const granted = permissionsOfGrants([{ role }])
    for (const route of routes) {
      const { access: needed } = route.options
      if (needed === 'public' || needed === 'session' || needed === 'enrolling') continue
      if (route.endpoint.produces) continue
      const nowhere = Object.fromEntries(
        Object.keys(mine).map((kind) => [kind, crypto.randomUUID()]),
      ) as unknown as Things
      const { status } = await ask(call, route, nowhere)
      const allowed = needed === 'signed-in' || granted.has(needed)
      expect([route.endpoint.id, status === 403]).toEqual([route.endpoint.id, !allowed])
    }
  })

  if (role === 'administrator') return

  it('on hosts of one tag does not learn that anything of other hosts exists', async () => {
    const call = await api.as([{ role, tag: 'web-*' }])
    const granted = permissionsOfGrants([{ role }])
    expect(reaching.length).toBeGreaterThan(40)
    for (const route of reaching) {
      const reply = await ask(call, route, theirs)
      const expected = granted.has(route.options.access as contract.Permission) ? 404 : 403
      expect([route.endpoint.id, reply.status]).toEqual([route.endpoint.id, expected])
      expect(JSON.stringify(reply.body)).not.toMatch(/sql-1/)
    }
  })

  it('on hosts of one tag finds the things of those hosts', async () => {
    const call = await api.as([{ role, tag: 'web-*' }])
    for (const endpoint of [
      contract.getHost,
      contract.getUpload,
      contract.getAnalysis,
      contract.getRun,
      contract.getPlan,
      contract.getApplication,
      contract.getRecommendation,
      contract.getHostPolicy,
      contract.getJob,
    ]) {
      const reply = await ask(call, { endpoint, options: {} } as never, mine)
      expect([endpoint.id, reply.status]).toEqual([endpoint.id, 200])
    }
  })

  it('on hosts of one tag sees only those in lists', async () => {
    const call = await api.as([{ role, tag: 'web-*' }])
    expect(listing.length).toBeGreaterThan(7)
    for (const { endpoint } of listing) {
      const text = JSON.stringify((await call(endpoint)).body)
      for (const id of Object.values(theirs)) expect([endpoint.id, text]).not.toContain(id)
      expect(text).not.toMatch(/sql-1/)
      if (!['listLoadBalancers', 'listPools'].includes(endpoint.id))
        expect(text).toMatch(/web-1|[0-9a-f-]{36}/)
    }
  })
})

describe('a person with two roles', () => {
  it('may do on each host what the role there includes', async () => {
    const call = await api.as([
      { role: 'operator', tag: 'web-*' },
      { role: 'viewer', tag: null },
    ])
    const rename = (id: string) =>
      call(contract.updateHost, { params: { id }, body: { notes: 'changed' } })
    expect((await rename(mine.host)).status).toBe(200)
    const refused = await rename(theirs.host)
    expect([refused.status, refused.body.code]).toEqual([403, 'not-on-this-host'])
  })
})

describe('tags', () => {
  it('cannot be used to take a host out of one’s roles, or into them', async () => {
    const call = await api.as([{ role: 'operator', tag: 'web-*' }])
    const retag = (tags: string[]) =>
      call(contract.updateHost, { params: { id: mine.host }, body: { tags } })
    for (const tags of [[], ['sql-1'], ['web-1', 'sql-1']]) {
      expect((await retag(tags)).body.code).toBe('tags-not-yours')
    }
    expect((await retag(['web-1', 'web-2'])).status).toBe(200)
  })

  it('are needed on a new host where the role covers only some', async () => {
    const call = await api.as([{ role: 'operator', tag: 'web-*' }])
    const add = (tags: string[]) =>
      call(contract.createHost, { body: { name: crypto.randomUUID(), tags } })
    expect((await add([])).body.detail).toBe(
      'Your role does not cover a host without a tag of yours. It covers hosts with web-*.',
    )
    expect((await add(['web-9'])).status).toBe(201)
  })
})

describe('things without a host', () => {
  it('are for whoever made them, and for roles on every host', async () => {
    const maker = await api.as([{ role: 'operator', tag: 'web-*' }])
    const other = await api.as([{ role: 'operator', tag: 'web-*' }])
    const { body } = await maker(contract.createUpload, { body: { name: 'mine' } })
    const see = async (call: Caller) =>
      (await call(contract.getUpload, { params: { id: body.id } })).status
    expect([await see(maker), await see(other), await see(await api.as('viewer'))]).toEqual([
      200, 404, 200,
    ])
    const listed = await other(contract.listUploads)
    expect(JSON.stringify(listed.body)).not.toContain(body.id)
  })
})

it('bytes of files go only into uploads that the sender’s role covers', async () => {
  const call = await api.as([{ role: 'operator', tag: 'web-*' }])
  const begin = (id: string) =>
    call(contract.tusCreateFile, {
      params: { id },
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${Buffer.from('a.log').toString('base64')}`,
      },
    })
  expect((await begin(theirs.upload)).status).toBe(404)
  expect((await begin(mine.upload)).status).toBe(201)
})
