import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { applyPlanKind, rollBackKind } from '../applications/application-jobs.kind.ts'
import type { Tx } from '../db.ts'
import { buildApp } from '../http/build-app.ts'
import { modules } from '../modules.ts'
import { preparePlanKind } from '../plans/plan-jobs.kind.ts'
import { startJobQueue } from '../queue/job-queue.ts'
import { changeOwnJob } from '../queue/job-row.ts'
import { hangingKind } from '../testing/hanging-job.ts'
import { signInAs } from '../testing/sign-in.ts'
import { readEvents } from '../testing/sse.ts'
import { type Caller, caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { cancelJob } from './cancel-job.ts'
import { handleJob } from './handle-job.ts'
import { startJobRunner } from './job-runner.ts'

let api: TestApi
let operator: Caller
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

const subject = { kind: 'upload' as const, id: crypto.randomUUID() }
const enqueue = () =>
  api.deps.db.$transaction((tx) => api.deps.queue.enqueue(tx, hangingKind, {}, { subject }))

const start = (id: string) =>
  api.deps.db.job.update({ where: { id }, data: { state: 'running', attempts: 1 } })

const change = (id: string, data: Parameters<typeof changeOwnJob>[2]) =>
  changeOwnJob(api.deps.db, { jobId: id, attempt: 1 }, data)

function eventsUrl(id: string): string {
  const { port } = api.app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}/api/v1/jobs/${id}/events`
}

describe('200', () => {
  it('shows a job', async () => {
    const { id } = await enqueue()
    const { status, body } = await operator(contract.getJob, { params: { id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      kind: 'inspect-upload',
      state: 'queued',
      subject,
      attempts: 0,
      cancelRequested: false,
    })
  })

  it('lists by state, newest first', async () => {
    const older = await enqueue()
    const newer = await enqueue()
    await start((await enqueue()).id)
    const { body } = await operator(contract.listJobs, { query: { state: 'queued', limit: 2 } })
    expect(body.data.map((job: contract.Job) => job.id)).toEqual([newer.id, older.id])
    expect(body.meta.nextCursor).not.toBeNull()
  })
})

describe('the event stream', () => {
  it('sends the state first, then each change, and ends with the job', async () => {
    const { id } = await enqueue()
    await start(id)
    const { cookie } = await signInAs(api, 'viewer')
    const seen: string[] = []
    for await (const { event, data } of readEvents(eventsUrl(id), { cookie })) {
      expect(event).toBe('job')
      const job = contract.Job.parse(data)
      seen.push(`${job.state} ${job.progress?.done ?? '-'}`)
      if (seen.length === 1) {
        const progress = { stage: 's', done: 7, total: 9, unit: null, message: null }
        await change(id, { progress })
      }
      if (seen.length === 2) await change(id, { state: 'succeeded', finishedAt: new Date() })
    }
    expect(seen).toEqual(['running -', 'running 7', 'succeeded 7'])
  })

  it('ends at once for a job that has ended', async () => {
    const { id } = await enqueue()
    await api.deps.db.job.update({ where: { id }, data: { state: 'failed' } })
    const { cookie } = await signInAs(api, 'viewer')
    const states: string[] = []
    for await (const { data } of readEvents(eventsUrl(id), { cookie })) states.push(data.state)
    expect(states).toEqual(['failed'])
  })

  it('continues after the database has dropped the listener', async () => {
    const { id } = await enqueue()
    await start(id)
    const { cookie } = await signInAs(api, 'viewer')
    const states: string[] = []
    for await (const { data } of readEvents(eventsUrl(id), { cookie })) {
      states.push(data.state)
      if (states.length > 1) continue
      await cutListeners(api.deps.config.databaseUrl)
      await change(id, { state: 'succeeded' })
    }
    expect(states.at(-1)).toBe('succeeded')
  })
})

describe('an event stream that stays open', () => {
  const open = async (id: string, headers: Record<string, string>) => {
    const request = http.get(eventsUrl(id), { headers }).on('error', () => {})
    const [response] = await once(request, 'response')
    const stream = { request, status: response.statusCode as number, text: '' }
    response.on('data', (chunk: Buffer) => {
      stream.text += chunk
    })
    return stream
  }

  it('429 at every API for the fifty-first of one person, until one is closed', async () => {
    const { id } = await enqueue()
    const { cookie } = await signInAs(api, 'viewer')
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(id, { cookie })))
    const other = await signInAs(api, 'viewer')
    const refused = await caller(api.app, { cookie })(contract.watchJob, { params: { id } })
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-streams'])
    const second = await buildApp({ ...api.deps, instance: crypto.randomUUID() }, modules)
    const alsoRefused = await caller(second, { cookie })(contract.watchJob, { params: { id } })
    expect([alsoRefused.status, alsoRefused.body.code]).toEqual([429, 'too-many-streams'])
    await second.close()
    streams.push(await open(id, { cookie: other.cookie }))
    expect(streams.map(({ status }) => status)).toEqual(Array(51).fill(200))
    streams[0]?.request.destroy()
    const retry = async () => {
      const again = await open(id, { cookie })
      again.request.destroy()
      return again.status
    }
    await expect.poll(retry).toBe(200)
    for (const { request } of streams) request.destroy()
  })

  it.each([
    ['signs out', (call: Caller) => call(contract.signOut)],
    [
      'loses the account',
      (_: Caller, userId: string) =>
        api.deps.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } }),
    ],
  ])('is closed when its reader %s', async (_, leave) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { id } = await enqueue()
      const { call, cookie, userId } = await signInAs(api, 'viewer')
      const stream = await open(id, { cookie })
      vi.advanceTimersByTime(15_000)
      await expect.poll(() => stream.text).toContain(': keep-alive')
      await leave(call, userId)
      const closed = once(stream.request, 'close') // otherwise the test times out
      vi.advanceTimersByTime(15_000)
      await closed
    } finally {
      vi.useRealTimers()
    }
  })
})

async function cutListeners(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN steelyard_job;%'`,
  )
  await client.end()
  expect(rowCount).toBe(1)
}

describe('202', () => {
  it('ends a queued job at once and asks a running one to stop', async () => {
    const queued = await enqueue()
    const running = await enqueue()
    await start(running.id)
    const cancel = (id: string) => operator(contract.cancelJob, { params: { id } })
    expect(await cancel(queued.id)).toMatchObject({ status: 202, body: { state: 'cancelled' } })
    expect(await cancel(running.id)).toMatchObject({
      status: 202,
      body: { state: 'running', cancelRequested: true },
    })
    expect(await cancel(queued.id)).toMatchObject({ status: 409, body: { code: 'job-ended' } })
    const trail = await api.deps.db.auditEvent.findMany({ where: { action: 'job.cancel' } })
    expect(trail.map((event) => event.targetId)).toEqual([queued.id, running.id])
  })
})

describe('the queue', () => {
  it('runs requested work at the same time as background work', async () => {
    const { deps } = api
    const queue = await startJobQueue(deps.config.databaseUrl, deps.log, { supervise: true })
    const kind = { ...hangingKind, runner: 'agent' as const, long: true }
    const handler = handleJob(kind, async ({ signal }) => {
      await sleep(3_600_000, undefined, { signal })
      return undefined
    })
    const enqueueAs = (inBackground: boolean) =>
      deps.db.$transaction((tx) => queue.enqueue(tx, kind, {}, { inBackground }))
    const runner = await startJobRunner({ ...deps, queue }, 'agent', [handler], 1)
    const jobs = [await enqueueAs(true), await enqueueAs(false)]
    for (const { id } of jobs) await waitForJob(deps, id, ({ state }) => state === 'running')
    const atOnce = await deps.db.job.findMany({ where: { id: { in: jobs.map(({ id }) => id) } } })
    expect(atOnce.map(({ state }) => state)).toEqual(['running', 'running'])
    for (const { id } of jobs) await cancelJob(deps.db, systemActor('api'), id)
    await runner.stop()
  })

  it.each([applyPlanKind, rollBackKind])('$kind waits for no plan in preparation', async (kind) => {
    const { deps } = api
    const queue = await startJobQueue(deps.config.databaseUrl, deps.log, { supervise: true })
    const enqueuePlan = (tx: Tx) =>
      queue.enqueue(tx, preparePlanKind, { planId: crypto.randomUUID() })
    const plans = [await deps.db.$transaction(enqueuePlan), await deps.db.$transaction(enqueuePlan)]
    const handlers = [
      handleJob(preparePlanKind, async ({ signal }) => {
        await sleep(3_600_000, undefined, { signal })
        return undefined
      }),
      handleJob(kind, async () => ({ applied: true })),
    ]
    const runner = await startJobRunner({ ...deps, queue }, 'agent', handlers, 1)
    await waitForJob(deps, plans[0]!.id, ({ state }) => state === 'running')
    const { id } = await deps.db.$transaction((tx) =>
      queue.enqueue(tx, kind, { applicationId: crypto.randomUUID() }),
    )
    expect(await waitForJob(deps, id)).toMatchObject({ state: 'succeeded' })
    const waiting = await deps.db.job.findUniqueOrThrow({ where: { id: plans[1]!.id } })
    expect(waiting.state).toBe('queued')
    for (const plan of plans) await cancelJob(deps.db, systemActor('api'), plan.id)
    await runner.stop()
  })
})

describe('400, 401, 403, 404', () => {
  it.each([contract.getJob, contract.watchJob, contract.cancelJob])('$id', async (endpoint) => {
    const call = async (caller: Caller, id: string) =>
      (await caller(endpoint, { params: { id } })).status
    const tokensOnly = await api.as('operator', ['tokens:manage'])
    const { id } = await enqueue()
    expect(await call(operator, 'not-a-uuid')).toBe(400)
    expect(await call(api.anonymous, id)).toBe(401)
    expect(await call(tokensOnly, id)).toBe(403)
    expect(await call(operator, crypto.randomUUID())).toBe(404)
  })

  it.each([applyPlanKind, rollBackKind])('$kind is for those who may apply', async (kind) => {
    const { id } = await api.deps.db.job.create({ data: { kind: kind.kind, payload: {} } })
    const cancel = async (scopes: contract.Permission[]) =>
      (await (await api.as('operator', scopes))(contract.cancelJob, { params: { id } })).status
    expect(await cancel(['jobs:cancel'])).toBe(403)
    expect(await cancel(['plans:apply'])).toBe(403)
    expect((await api.deps.db.job.findUniqueOrThrow({ where: { id } })).state).toBe('queued')
    expect(await cancel(['jobs:cancel', 'plans:apply'])).toBe(202)
  })

  it('lets a viewer watch but not cancel', async () => {
    const viewer = await api.as('viewer')
    const { id } = await enqueue()
    expect((await viewer(contract.getJob, { params: { id } })).status).toBe(200)
    expect((await viewer(contract.cancelJob, { params: { id } })).status).toBe(403)
  })
})
