import { type AnalysisLoad, exampleBasis, exampleLoad } from '@steelyard/analysis'
import { cpuOf, observationOf } from '@steelyard/analysis/testing'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '../db.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { storeObservations } from '../uploads/observations/stored-observations.ts'
import { playRun } from './play-run.ts'

let api: TestApi
let runner: Awaited<ReturnType<typeof startJobRunner>>
let operator: Caller
let viewer: Caller
let hostId: string
let analysisId: string

const nowhere = crypto.randomUUID()
const domain0 = { cpuSecondsPerRequest: 0.001, background: { windows: [] } }

/** A host with two pCPUs and three guests, one with long requests and two with short ones. */
function twoCpus(changes: Partial<AnalysisLoad> = {}): AnalysisLoad {
  const known = exampleLoad(
    [
      { arrivalRatePerSecond: 8, serviceTimeSeconds: 0.07 },
      { arrivalRatePerSecond: 60, serviceTimeSeconds: 0.005 },
      { arrivalRatePerSecond: 60, serviceTimeSeconds: 0.005 },
    ],
    { twin: { domain0 }, ...changes },
  )
  return { ...known, load: { ...known.load, pCpus: 2, ...changes.load } }
}

async function analysed(load: AnalysisLoad | null, { finished = true } = {}): Promise<string> {
  const { id } = await api.deps.db.analysis.create({
    data: {
      name: 'analysed',
      hostId,
      options: {},
      ...(finished ? { result: { domains: [] } } : {}),
      ...(load
        ? {
            load: load as unknown as Prisma.InputJsonObject,
            predictorBasis: exampleBasis(load) as unknown as Prisma.InputJsonObject,
          }
        : {}),
    },
  })
  return id
}

beforeAll(async () => {
  api = await startTestApi({ supervise: true })
  runner = await startJobRunner(api.deps, 'worker', [playRun])
  operator = await api.as('operator')
  viewer = await api.as('viewer')
  hostId = (await api.deps.db.host.create({ data: { name: 'xen1' } })).id
  analysisId = await analysed(twoCpus())
})
afterAll(async () => {
  await runner.stop()
  await api.close()
})

const pinning = (id = analysisId) => ({ kind: 'pinning', analysisId: id })
const start = (question: object, { replications = 2, call = operator } = {}) =>
  call(contract.startRun, { body: { question, replications } })

/** Starts a run, checks that it is audited, and waits for its result. */
async function answered(question: object, replications = 2): Promise<contract.LabRun> {
  const reply = await start(question, { replications })
  expect(reply.status).toBe(202)
  const { run, job } = reply.body
  expect(run).toMatchObject({ jobId: job.id, result: null })
  expect(job).toMatchObject({ kind: 'play-run', subject: { kind: 'run', id: run.id } })
  expect(reply.headers.location).toBe(`/api/v1/runs/${run.id}`)
  await waitForJob(api.deps, job.id)
  const events = await api.deps.db.auditEvent.findMany({ where: { targetId: run.id } })
  expect(events.map(({ action }) => action)).toEqual(['run.create'])
  const { body } = await viewer(contract.getRun, { params: { id: run.id } })
  return contract.LabRun.parse(body)
}

describe('startRun with a question to the lab', () => {
  it('400, 401, 403, 404, 409 and 422 for requests that cannot be accepted', async () => {
    expect((await start({ kind: 'pinning' })).status).toBe(400)
    expect((await start(pinning(), { replications: 1 })).status).toBe(400)
    expect((await start(pinning(), { replications: 21 })).status).toBe(422)
    expect((await start(pinning(), { call: api.anonymous })).status).toBe(401)
    expect((await start(pinning(), { call: viewer })).status).toBe(403)
    expect((await start(pinning(nowhere))).status).toBe(404)
    expect((await start(pinning(await analysed(null, { finished: false })))).status).toBe(409)
    const cannot = { code: 'no-domain-0-cpu-data' as const }
    const detail = 'There is no CPU data of Domain-0, through which every request passes.'
    expect(await start(pinning(await analysed(twoCpus({ twin: { cannot } }))))).toMatchObject({
      status: 422,
      body: { code: 'twin-cannot-play', detail },
    })
    const single = { ...twoCpus().load, pCpus: 1 }
    expect(await start(pinning(await analysed(twoCpus({ load: single }))))).toMatchObject({
      status: 422,
      body: { code: 'nothing-to-pin' },
    })
  })

  it('409 for a fourth unfinished run of one person; automatic runs do not count', async () => {
    const person = await api.as('operator')
    const unfinished = (createdById: string | null) => ({
      kind: 'play-run',
      payload: {},
      createdById,
    })
    const [, , one] = await api.deps.db.job.createManyAndReturn({
      data: [...Array(3).fill(unfinished(person.userId)), ...Array(3).fill(unfinished(null))],
    })
    const refused = await start(pinning(), { call: person })
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-runs'])
    await person(contract.cancelJob, { params: { id: one!.id } })
    expect((await start(pinning(), { call: person })).status).toBe(202)
  })
})

describe('a lab run about boosts', () => {
  it('takes the host of paper 1, with a loan as asked and the rest as in the paper', async () => {
    const question = { kind: 'boost', host: { preset: 'paper1' }, creditLine: 500 }
    const { run, job } = (await start(question)).body
    expect(run).toMatchObject({ analysisId: null, question: { ...question, repaymentShare: 0.2 } })
    await operator(contract.cancelJob, { params: { id: job.id } })
    await waitForJob(api.deps, job.id)
  })

  it('plays an analysed host, and other loans on it', async () => {
    const range = { fromEpochSeconds: 0, toEpochSeconds: 3 }
    const host = { analysisId: await analysed(twoCpus({ range })) }
    const { result, ...run } = await answered({ kind: 'boost', host, sweep: true })
    expect(run).toMatchObject(host)
    expect(result!.variants.map(({ bandwidth }) => bandwidth)).toEqual(
      result!.variants.map(() => null),
    )
    const { points } = result!.sweep!
    expect(
      new Set(points.map(({ creditLine, repaymentShare }) => creditLine / repaymentShare)).size,
    ).toBeGreaterThan(4)
    expect(points.some(({ pareto }) => pareto)).toBe(true)
    for (const { meanMs } of points) expect(meanMs).toBeGreaterThan(0)
  })
})

describe('a lab run about deadlines', () => {
  const task = { periodMs: 100, executionMs: 70 }
  const realTime = ['rt1', 'rt2'].map((name) => ({ name, ...task }))
  const others = ['vm1', 'vm2', 'vm3', 'vm4'].map((name) => ({ name }))
  const question = { kind: 'real-time', pCpus: 2, realTime, others }

  it('counts jobs and misses under each policy', async () => {
    const { result } = await answered(question)
    const missed = new Map(
      result!.variants.map(({ id, domains }) => [
        id,
        domains.reduce((sum, { deadlines }) => sum + (deadlines?.missed ?? 0), 0),
      ]),
    )
    expect(missed.get('rtds')).toBe(0)
    expect(missed.get('rt-credit')).toBeLessThan(missed.get('credit')!)
    const [rt1] = result!.variants[0]!.domains
    expect(rt1!.deadlines!.jobs).toBeCloseTo(600, -1)
    expect(result!.variants[0]!.domains.at(-1)!.deadlines).toBeNull()
  })

  it('400 for a set that makes no sense', async () => {
    expect((await start({ ...question, others: [{ name: 'rt1' }] })).status).toBe(422)
  })
})

describe('a lab run about pins', () => {
  it('plays the host as it is and pinned, with the same seeds, and advises one of them', async () => {
    const range = { fromEpochSeconds: 0, toEpochSeconds: 30 }
    const question = pinning(await analysed(twoCpus({ range })))
    const { state, result, ...run } = await answered(question)
    expect(state).toBe('succeeded')
    const { analysisId } = question
    expect(run).toMatchObject({ analysisId, question, trouble: null })
    const [now, ...others] = result!.variants
    expect(others.length).toBeGreaterThan(1)
    expect(now!.domains.map(({ name, pCpus }) => [name, pCpus])).toEqual(
      ['Domain-0', 'vm1', 'vm2', 'vm3'].map((name) => [name, null]),
    )
    for (const domain of now!.domains.slice(1)) {
      expect(domain.change).toEqual({ ms: 0, lowMs: 0, highMs: 0 })
      expect(domain.p95!.ms).toBeGreaterThan(domain.mean!.ms)
      expect(domain.cdf.at(-1)!.fraction).toBeGreaterThan(0.98)
    }
    const byRate = [0, 8, 60, 60]
    for (const variant of result!.variants) {
      expect(variant.stockXen).toBe(true)
      for (const [index, { requestsPerSecond }] of variant.domains.entries()) {
        if (index > 0) expect(requestsPerSecond! / byRate[index]!).toBeCloseTo(1, 0)
      }
    }
    expect(others.some(({ domains }) => domains.some(({ pCpus }) => pCpus?.length === 1))).toBe(
      true,
    )
    expect(result!.variants.map(({ id }) => id)).toContain(result!.advisedId)
    expect(result!.kvmCommands === null).toBe(result!.advisedId === now!.id)
    expect(result).toMatchObject({ sweep: null, replications: 2, simulatedSeconds: 30 })
  })
})

describe('a lab run about levers', () => {
  it('compares every lever with the targets, with the same seeds', async () => {
    const id = await analysed(twoCpus({ range: { fromEpochSeconds: 0, toEpochSeconds: 15 } }))
    const target = { domain: 'vm2', responseTimeMs: 10, throughputPerSecond: null }
    const domains = [
      { domain: 'vm1', observedMs: 100, meetsTarget: true },
      {
        domain: 'vm2',
        observedMs: 40,
        meetsTarget: false,
        target,
      },
      { domain: 'vm3', observedMs: 40, meetsTarget: null },
    ]
    await api.deps.db.analysis.update({
      where: { id },
      data: {
        result: { domains },
        predictorBasis: exampleBasis(twoCpus(), {
          advised: { weights: { vm1: 256, vm2: 512, vm3: 256 }, times: {} },
        }) as unknown as Prisma.InputJsonObject,
        targets: { create: { ...target, position: 0 } },
      },
    })
    // As many as the system uses: with fewer, no change is significant among so many.
    const { result } = await answered({ kind: 'levers', analysisId: id }, 6)
    const { violating, ranked, idlePCpus } = result!.levers!
    expect(violating).toEqual(['vm2'])
    expect(idlePCpus).toBeCloseTo(2 - 8 * 0.07 - 2 * 60 * 0.005 - 0.128, 1)
    expect(ranked.map(({ variantId }) => variantId).sort()).toEqual(
      result!.variants.map(({ id }) => id).sort(),
    )
    const kinds = new Set(ranked.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([
      'as-it-is',
      'boost',
      'caps',
      'migration',
      'pinning',
      'scheduler',
      'time-slice',
      'weights',
    ])
    const left = ranked.find(({ variantId }) => variantId === 'without-vm1')!
    expect(left.domains.map(({ domain, thenMs }) => [domain, thenMs === null])).toEqual([
      ['vm2', false],
      ['vm1', true],
      ['vm3', false],
    ])
    expect(left.change!.highMs).toBeLessThan(0)
  })
})

describe('getIntensity', () => {
  const ask = (id: string, call = viewer) => call(contract.getIntensity, { params: { id } })

  it('200 places each guest and window on the map', async () => {
    const id = await analysed(twoCpus())
    const observations = [0, 10, 20].flatMap((start) => [
      observationOf('Domain-0', start, { cpu: cpuOf() }),
      observationOf('calm', start, { cpu: cpuOf({ usedSeconds: 0.1, dispatches: 10 }) }),
      observationOf('busy', start, { cpu: cpuOf({ usedSeconds: 9, dispatches: 300 }) }),
    ])
    const { db } = api.deps
    const observationSetId = await db.$transaction((tx) =>
      storeObservations(tx, id, { windowSeconds: 10, observations, notes: [] }, []),
    )
    await db.analysis.update({ where: { id }, data: { observationSetId } })
    const reply = await ask(id)
    expect(reply.status).toBe(200)
    const { domains, points, thinned } = contract.IntensityMap.parse(reply.body)
    expect(domains.map(({ domain, cpu, io, windows }) => [domain, cpu, io, windows])).toEqual([
      ['busy', 'high', 'high', 3],
      ['calm', 'low', 'low', 3],
    ])
    expect([points.length, thinned]).toEqual([6, false])
    expect(domains[0]!.creditsPerMs).toBeCloseTo(9, 9)
  })

  it('401, 404, and 409 where the observations are gone', async () => {
    expect((await ask(analysisId, api.anonymous)).status).toBe(401)
    expect((await ask(nowhere)).status).toBe(404)
    expect(await ask(analysisId)).toMatchObject({
      status: 409,
      body: { code: 'observations-gone' },
    })
  })
})

describe('assessRealTime', () => {
  const task = { name: 'rt', periodMs: 100, executionMs: 70 }
  const assess = (body: object, call = viewer) => call(contract.assessRealTime, { body })

  it('200 answers users who may read, at once and without a trace', async () => {
    const events = await api.deps.db.auditEvent.count()
    const reply = await assess({ pCpus: 1, realTime: [task], others: [{ name: 'vm1' }] })
    expect(reply.status).toBe(200)
    const { schedulable, caps } = contract.RealTimeAssessment.parse(reply.body)
    // 77 ms of 100, with the allowance of a tenth.
    const parts = [{ pCpu: 0, percent: 23 }]
    expect([schedulable, caps]).toEqual([true, [{ domain: 'vm1', capPercent: 23, parts }]])
    expect(await api.deps.db.auditEvent.count()).toBe(events)
  })

  it('400 and 401 for invalid and anonymous requests', async () => {
    expect((await assess({ pCpus: 1, realTime: [] })).status).toBe(400)
    const tooLong = { ...task, executionMs: 101 }
    expect((await assess({ pCpus: 1, realTime: [tooLong] })).status).toBe(422)
    expect((await assess({ pCpus: 1, realTime: [task, task] })).status).toBe(422)
    expect((await assess({ pCpus: 1, realTime: [task] }, api.anonymous)).status).toBe(401)
  })
})

describe('lab runs', () => {
  it('are listed by kind and analysis, newest first, and deleted with it', async () => {
    const id = await analysed(twoCpus())
    const { db } = api.deps
    const played = { analysisId: id, kind: 'pinning', question: pinning(id) }
    const older = await db.run.create({ data: played })
    const newer = await db.run.create({ data: played })
    const ids = async (query: Record<string, unknown>) =>
      (await viewer(contract.listRuns, { query })).body.data.map((run: contract.Run) => run.id)
    expect(await ids({ analysisId: id })).toEqual([newer.id, older.id])
    expect(await ids({ analysisId: nowhere })).toEqual([])
    expect(await ids({ kind: 'pinning', limit: 1 })).toEqual([newer.id])
    expect((await operator(contract.deleteAnalysis, { params: { id } })).status).toBe(204)
    expect((await viewer(contract.getRun, { params: { id: newer.id } })).status).toBe(404)
  })

  it('are stopped by their job, and keep no partial result', async () => {
    const long = { fromEpochSeconds: 0, toEpochSeconds: 900 }
    const question = pinning(await analysed(twoCpus({ range: long })))
    const { run, job } = (await start(question, { replications: 20 })).body
    await waitForJob(
      api.deps,
      job.id,
      ({ progress }) => (progress as contract.JobProgress | null)?.unit === 'replications',
    )
    await operator(contract.cancelJob, { params: { id: job.id } })
    await waitForJob(api.deps, job.id)
    const { body } = await viewer(contract.getRun, { params: { id: run.id } })
    expect(body).toMatchObject({ state: 'cancelled', result: null, trouble: null })
  })
})
