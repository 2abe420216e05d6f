import { type AnalysisLoad, exampleBasis, exampleLoad } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { storeArrivals } from '../analyses/replay/stored-arrivals.ts'
import type { Prisma } from '../db.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { playRun } from '../runs/play-run.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'

let api: TestApi
let runner: Awaited<ReturnType<typeof startJobRunner>>
let operator: Caller
let viewer: Caller
let hostId: string
let analysisId: string

const nowhere = crypto.randomUUID()
const targets = [{ domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null }]
const result = { targetStatistic: 'mean', domains: [{ domain: 'vm1', observedMs: 70 }] }
const domain0 = { cpuSecondsPerRequest: 0.0005, background: { windows: [] } }

/** Inter-arrival times like those of a Poisson process, but the same in every run. */
function arrivalsOf(domain: string, phase: number) {
  const offsets: number[] = []
  for (let at = 0, k = 1; ; k++) {
    at -= Math.log(1 - ((k * 0.618_033_988_75 + phase) % 1)) / 40
    if (at >= 60) break
    offsets.push(at)
  }
  return {
    domain,
    startEpochSeconds: 0,
    resolution: 'microsecond' as const,
    offsetsSeconds: Float64Array.from(offsets),
  }
}

async function analysed(load: AnalysisLoad | null, { finished = true } = {}): Promise<string> {
  const { id } = await api.deps.db.analysis.create({
    data: {
      name: 'analysed',
      hostId,
      options: {},
      targets: { create: targets.map((target, position) => ({ ...target, position })) },
      ...(finished ? { result } : {}),
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
  analysisId = await analysed(exampleLoad(undefined, { twin: { domain0 } }))
  const arrivals = [arrivalsOf('vm1', 0), arrivalsOf('vm2', 0.3)]
  await api.deps.db.$transaction((tx) => storeArrivals(tx, analysisId, arrivals))
})
afterEach(stopRuns)
afterAll(async () => {
  await runner.stop()
  await api.close()
})

/** Stops the runs that a test only started. The next run would wait for them. */
async function stopRuns(): Promise<void> {
  const jobs = await api.deps.db.job.findMany({
    where: { kind: 'play-run', state: { in: ['queued', 'running'] } },
  })
  const administrator = await api.as('administrator')
  for (const { id } of jobs) await administrator(contract.cancelJob, { params: { id } })
}

const ask = (body: object = {}, id = analysisId, call = viewer) =>
  call(contract.askForecast, { params: { id }, body })
const bodyOf = ({ question = {}, ...rest }: { question?: object }, id = analysisId) => ({
  ...rest,
  question: { kind: 'what-if', analysisId: id, whatIf: question },
})
const start = (
  asked: { question?: object; replications?: number } = {},
  id = analysisId,
  call = operator,
) => call(contract.startRun, { body: bodyOf(asked, id) })

async function answered(body: {
  question?: object
  replications?: number
}): Promise<contract.TwinRun> {
  const { body: started } = await start(body)
  await waitForJob(api.deps, started.job.id)
  const { body: run } = await viewer(contract.getRun, { params: { id: started.run.id } })
  return contract.TwinRun.parse(run)
}

describe('askForecast', () => {
  it('200 answers users who may read, at once and without a trace', async () => {
    const { db } = api.deps
    const events = await db.auditEvent.count()
    const reply = await ask({ domains: [{ domain: 'vm1', weight: 300 }] })
    expect(reply.status).toBe(200)
    const { state, predictor, statement, domains, others, headroom } = contract.Forecast.parse(
      reply.body,
    )
    expect([state, predictor, statement]).toEqual([
      'provisional',
      'twin',
      'vm1 becomes faster, vm2 becomes slower. Every target is predicted to be met. This is a first guess: the simulation may find any time within the intervals.',
    ])
    const [vm1, vm2] = domains
    expect([vm1!.targetMs, vm2!.targetMs]).toEqual([80, null])
    expect(vm1!.now!.ms).toBe(60)
    expect(vm1!.then!.ms).toBeLessThan(60)
    expect(vm1!.then!.lowMs).toBeLessThan(vm1!.then!.ms)
    expect([vm1!.observedMs, vm2!.observedMs]).toEqual([70, null])
    expect(others.map(({ estimator }) => estimator)).toContain('sdps')
    expect(headroom.map(({ domain, limit }) => [domain, limit])).toEqual([
      ['vm1', 'target'],
      ['vm2', 'saturation'],
    ])
    expect(await db.auditEvent.count()).toBe(events)
    expect(await db.run.count({ where: { analysisId } })).toBe(0)
  })

  it('is final at once about the host as it was analysed', async () => {
    const { body } = await ask()
    expect(body).toMatchObject({
      state: 'final',
      domains: [{ then: { ms: 60 } }, { change: 'same' }],
    })
  })

  it('is final once the twin has played the question, and says the same as the run', async () => {
    const question = { domains: [{ domain: 'vm1', weight: 512 }] }
    expect((await ask(question)).body.state).toBe('provisional')
    const { result } = await answered({ question, replications: 5 })
    const { body } = await ask(question)
    expect(body.state).toBe('final')
    expect(body.domains.map(({ then }: contract.ForecastDomain) => then!.ms)).toEqual(
      result!.changes.map(({ predictedThen }) => expect.closeTo(predictedThen!.ms, 6)),
    )
  })

  it.each([
    ['a domain that was not analysed', { domains: [{ domain: 'x' }] }, 'body.domains.0.domain'],
    ['a factor out of range', { loadFactor: 6 }, 'body.loadFactor'],
    ['a ratelimit that Xen does not take', { ratelimitUs: 50 }, 'body.ratelimitUs'],
    ['a ratelimit beyond the time slice', { ratelimitUs: 40_000 }, 'body.ratelimitUs'],
  ])('400 or 422 for %s', async (_, body, name) => {
    const reply = await ask(body)
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.invalidParams[0].name).toBe(name)
  })

  it('401, 403 and 404 for anonymous, unprivileged and unknown requests', async () => {
    expect((await ask({}, analysisId, api.anonymous)).status).toBe(401)
    const hostsOnly = await api.as('operator', ['hosts:read'])
    expect((await ask({}, analysisId, hostsOnly)).status).toBe(403)
    expect((await ask({}, nowhere)).status).toBe(404)
  })

  it('409 without a result, or with one that cannot be read', async () => {
    expect(await ask({}, await analysed(null, { finished: false }))).toMatchObject({
      status: 409,
      body: { code: 'analysis-not-finished' },
    })
    expect(await ask({}, await analysed(null))).toMatchObject({
      status: 409,
      body: { code: 'analysis-unreadable' },
    })
  })

  it('422 when no service time is known', async () => {
    expect(await ask({}, await analysed(exampleLoad([])))).toMatchObject({
      status: 422,
      body: { code: 'service-times-unknown' },
    })
  })
})

describe('a headroom run', () => {
  it('takes the place of the formula, and begins at the prediction of the analysis', async () => {
    const first = contract.Forecast.parse((await ask()).body)
    expect(first.headroomState).toBe('provisional')
    const body = { question: { kind: 'headroom', analysisId } }
    const { body: started } = await operator(contract.startRun, { body })
    await waitForJob(api.deps, started.job.id)
    const params = { id: started.run.id }
    const run = contract.HeadroomRun.parse((await viewer(contract.getRun, { params })).body)
    const { headroom, headroomState, headroomStatement, domains } = contract.Forecast.parse(
      (await ask()).body,
    )
    expect(headroomState).toBe('final')
    expect(run.result).toEqual({ headroom, statement: headroomStatement })
    for (const { domain, points } of headroom) {
      const { loadFactor: _, ...now } = points.find(({ loadFactor }) => loadFactor === 1)!
      expect(now).toEqual(domains.find((each) => each.domain === domain)!.now)
      expect(points[0]!.ms).toBeLessThan(now.ms)
    }
    const [least] = headroom
    expect(least!.breaksBetween!.lowFactor).toBeLessThan(least!.breaksAtFactor!)
    expect((await ask({ loadFactor: 0.9 })).body.headroomState).toBe('provisional')
  })
})

describe('assessOverhead', () => {
  const assess = (body: object, call = viewer) => call(contract.assessOverhead, { body })

  it('200 returns the published figure, labelled', async () => {
    const { status, body } = await assess({ kind: 'published', platform: 'xen' })
    expect(status).toBe(200)
    expect(contract.OverheadAssessment.parse(body)).toMatchObject({
      overheadPercent: 3.75,
      interval: null,
      statement: expect.stringContaining('paper 4, 2010 hardware'),
    })
  })

  it('200 estimates by run times, with an interval', async () => {
    const batch = (jobs: number, ...runTimesSeconds: number[]) => ({ jobs, runTimesSeconds })
    const jobs = [
      batch(3, 99, 101),
      batch(3, 100.3, 99.9),
      batch(3, 99.9),
      batch(4, 103, 105),
      batch(4, 104.1, 104.1),
      batch(4, 103.9),
    ]
    const measured = { kind: 'measured', pCpus: 4, jobs }
    const { body } = await assess(measured)
    expect(body.overheadPercent).toBeCloseTo(4, 9)
    expect(body.interval.lowPercent).toBeGreaterThan(0)
    expect(body.interval.highPercent).toBeGreaterThan(4)
    for (const pCpus of [3, 5]) {
      const refused = { status: 422, body: { invalidParams: [{ name: 'body.jobs' }] } }
      expect(await assess({ ...measured, pCpus })).toMatchObject(refused)
    }
  })

  it('gives the reason why a recording does not show it, and when there is no recording any more', async () => {
    const recorded = (id: string) => assess({ kind: 'recorded', analysisId: id })
    expect(await recorded(analysisId)).toMatchObject({
      status: 409,
      body: { code: 'observations-gone' },
    })
    const { id } = await api.deps.db.observationSet.create({
      data: { key: crypto.randomUUID(), windowSeconds: 10, notes: [] },
    })
    const data = { observationSetId: id }
    const other = await analysed(exampleLoad())
    await api.deps.db.analysis.update({ where: { id: other }, data })
    const { status, body } = await recorded(other)
    expect(status).toBe(200)
    expect(body).toMatchObject({ overheadPercent: null, interval: null })
    expect(body.statement).toMatch(/^One pCPU/)
    expect((await recorded(nowhere)).status).toBe(404)
  })

  it('401 and 403 for anonymous and unprivileged requests', async () => {
    const question = { kind: 'published', platform: 'kvm' }
    expect((await assess(question, api.anonymous)).status).toBe(401)
    const hostsOnly = await api.as('operator', ['hosts:read'])
    expect((await assess(question, hostsOnly)).status).toBe(403)
  })
})

describe('startRun with a what-if question', () => {
  it('202 returns the run and its job, and audits it', async () => {
    const reply = await start({ question: { ratelimitUs: 0 }, replications: 5 })
    expect(reply.status).toBe(202)
    const { run, job } = reply.body
    expect(run).toMatchObject({ kind: 'what-if', analysisId, jobId: job.id })
    expect(run).toMatchObject({ result: null, finishedAt: null })
    expect(run.question).toMatchObject({ ratelimitUs: 0, tsliceMs: 30, loadFactor: 1 })
    expect(job).toMatchObject({ kind: 'play-run', subject: { kind: 'run', id: run.id } })
    expect(reply.headers.location).toBe(`/api/v1/runs/${run.id}`)
    const events = await api.deps.db.auditEvent.findMany({ where: { targetId: run.id } })
    expect(events.map(({ action }) => action)).toEqual(['run.create'])
  })

  it('202 once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'k-twin' }
    const options = { body: bodyOf({ replications: 5 } as object), headers }
    const first = await operator(contract.startRun, options)
    const second = await operator(contract.startRun, options)
    expect(second.body.run.id).toBe(first.body.run.id)
  })

  it('400, 401, 403, 404 and 409 for requests that cannot be accepted', async () => {
    const reply = await start({ question: { domains: [{ domain: 'x' }] } })
    expect(reply.status).toBe(422)
    expect(reply.body.invalidParams[0].name).toBe('body.question.whatIf.domains.0.domain')
    expect((await start({ replications: 1 })).status).toBe(400)
    expect((await start({ replications: 41 })).status).toBe(400)
    expect((await start({}, analysisId, api.anonymous)).status).toBe(401)
    expect((await start({}, analysisId, viewer)).status).toBe(403)
    expect((await start({}, nowhere)).status).toBe(404)
    expect((await start({}, await analysed(null, { finished: false }))).status).toBe(409)
  })

  it('409 for a fourth unfinished run of one person, even of two at once', async () => {
    const person = await api.as('operator')
    const waiting = [1, 2].map(() =>
      api.deps.db.job.create({
        data: { kind: 'play-run', payload: {}, createdById: person.userId },
      }),
    )
    const [{ id }] = (await Promise.all(waiting)) as [{ id: string }, unknown]
    const ended = { kind: 'play-run', payload: {}, state: 'failed', createdById: person.userId }
    await api.deps.db.job.create({ data: ended })
    const startTwo = (call: Caller) =>
      Promise.all([1, 2].map(() => start({ replications: 5 }, analysisId, call)))
    const replies = await startTwo(person)
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
    const { detail, code } = replies.find(({ status }) => status === 409)!.body
    expect([code, detail]).toEqual(['too-many-runs', expect.stringContaining('cancel one')])
    const other = await startTwo(await api.as('operator'))
    expect(other.map(({ status }) => status)).toEqual([202, 202])
    await person(contract.cancelJob, { params: { id } })
    expect((await start({ replications: 5 }, analysisId, person)).status).toBe(202)
  })

  it('422 with the reason where the host cannot be played', async () => {
    const cannot = { code: 'no-domain-0-cpu-data' as const }
    const detail = 'There is no CPU data of Domain-0, through which every request passes.'
    expect(
      await start({}, await analysed(exampleLoad(undefined, { twin: { cannot } }))),
    ).toMatchObject({ status: 422, body: { code: 'twin-cannot-play', detail } })
  })
})

describe('a twin run', () => {
  it('answers the same for both hosts when nothing is asked, because the seeds are the same', async () => {
    const { state, result } = await answered({ replications: 5 })
    expect(state).toBe('succeeded')
    expect(result!.asked).toEqual(result!.now)
    const none = { ms: 0, lowMs: 0, highMs: 0 }
    expect(result!.changes).toEqual(
      [
        {
          domain: 'vm1',
          targetMs: 80,
          meetsTarget: true,
        },
        { domain: 'vm2', targetMs: null, meetsTarget: null },
      ].map((change) => ({
        ...change,
        mean: none,
        p95: none,
        predictedNow: expect.objectContaining({ ms: 60 }),
        predictedThen: expect.objectContaining({ ms: expect.any(Number) }),
      })),
    )
    expect(result!.statement).toBe('No guest becomes faster or slower beyond chance.')
    expect(result).toMatchObject({ arrivals: 'recorded', replications: 5, simulatedSeconds: 60 })
    for (const domain of result!.now) {
      const { mean, p95, p99, cdf } = domain
      expect(mean!.lowMs).toBeLessThan(mean!.highMs)
      expect(p95!.ms).toBeGreaterThan(mean!.ms)
      expect(p99!.ms).toBeGreaterThan(p95!.ms)
      expect(domain.cpuShare).toBeCloseTo(0.4, 1)
      expect(domain).toMatchObject({ measuredMeanMs: 60, measuredP95Ms: 150 })
      const atP95 = cdf.filter(({ ms }) => ms <= p95!.ms).at(-1)!
      expect(atP95.fraction).toBeCloseTo(0.95, 1)
    }
  })

  it('shows which domains gain by weight and which pay', async () => {
    const { result } = await answered({
      question: { domains: [{ domain: 'vm1', weight: 4096 }] },
      replications: 5,
    })
    const [now, asked] = [result!.now, result!.asked]
    expect(asked[0]!.mean!.ms).toBeLessThan(now[0]!.mean!.ms)
    expect(asked[1]!.mean!.ms).toBeGreaterThan(now[1]!.mean!.ms)
    const [vm1, vm2] = result!.changes
    expect(vm1!.mean!.ms).toBeCloseTo(asked[0]!.mean!.ms - now[0]!.mean!.ms, 9)
    expect(vm1!.mean!.highMs).toBeLessThan(0)
    expect(vm2!.mean!.lowMs).toBeGreaterThan(0)
    expect(vm1!.predictedThen!.ms).toBeCloseTo(asked[0]!.mean!.ms, 9)
    expect(result!.statement).toBe('vm1 becomes faster, vm2 becomes slower.')
  })

  it('plays another load, and states how', async () => {
    const { result } = await answered({ question: { loadFactor: 0.5 }, replications: 5 })
    expect(result!.asked[0]!.mean!.ms).toBeLessThan(result!.now[0]!.mean!.ms)
    expect(result!.asked[0]!.cpuShare).toBeCloseTo(0.2, 1)
    expect(result!.notes.join()).toMatch(/copies shifted by some seconds/)
  })

  it('warns of figures that grow with the time played', async () => {
    const { result } = await answered({ question: { loadFactor: 5 }, replications: 5 })
    expect(result!.notes.join()).toMatch(
      /As asked, \d+ % of the requests of vm1 are unanswered a minute/,
    )
  })

  it('is listed with its analysis, newest first, and deleted with it', async () => {
    const id = await analysed(exampleLoad(undefined, { twin: { domain0 } }))
    const started = [await start({ replications: 5 }, id), await start({ replications: 5 }, id)]
    for (const { body } of started) await waitForJob(api.deps, body.job.id)
    const list = (query = {}) =>
      viewer(contract.listRuns, { query: { kind: 'what-if', analysisId: id, ...query } })
    const { data } = (await list()).body
    expect(data.map((run: contract.TwinRun) => run.id)).toEqual(
      started.map(({ body }) => body.run.id).reverse(),
    )
    expect(data[0].result.arrivals).toBe('synthetic')
    expect((await list({ limit: 1 })).body.meta.nextCursor).not.toBeNull()
    expect((await operator(contract.deleteAnalysis, { params: { id } })).status).toBe(204)
    expect((await list()).body.data).toEqual([])
    expect((await viewer(contract.getRun, { params: { id: data[0].id } })).status).toBe(404)
  })

  it('is stopped by its job, and keeps no partial result', async () => {
    const { run, job } = (await start({ replications: 40 })).body
    await waitForJob(
      api.deps,
      job.id,
      ({ progress }) => (progress as contract.JobProgress | null)?.unit === 'replications',
    )
    await operator(contract.cancelJob, { params: { id: job.id } })
    await waitForJob(api.deps, job.id)
    const { body } = await viewer(contract.getRun, { params: { id: run.id } })
    expect(body).toMatchObject({ state: 'cancelled', result: null, trouble: null })
    expect(body.finishedAt).not.toBeNull()
  })
})
