import * as contract from '@steelyard/contract'
import { happenings, sampleHost } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostClient, setsSent, startHostClient } from '../hosts/testing/host-client.ts'
import { storeMinutes } from '../loop/testing/store-minutes.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const NOBODY = '01a1fb00-0000-7000-8000-000000000000'
const wanted = {
  weights: [{ domain: 'vm1', weight: 512 }],
  pins: [],
  analysed: [],
  predicted: [],
  notes: [],
}
const create = (body: object, caller = client.call) => caller(contract.createPlan, { body })
const wish = (hostId: string) => ({ hostId, weights: [{ domain: 'vm1', weight: 512 }] })

async function unconnected(): Promise<string> {
  const name = crypto.randomUUID()
  return (await client.api.deps.db.host.create({ data: { name } })).id
}

async function enrolled(options?: Parameters<HostClient['startDouble']>[0]) {
  const double = await client.startDouble(options)
  return { double, hostId: (await client.enrol(double)).id }
}

/** A finished analysis whose result holds only what a plan is made from. */
async function analysis(hostId: string, recommendation: object | null): Promise<string> {
  const predictor = { estimator: 'twin', statement: 'Predicted by the simulation.' }
  const result = { headline: 'vm1 is too slow', recommendation, predictor }
  const { id } = await client.api.deps.db.analysis.create({
    data: { name: 'a', hostId, options: {}, result },
  })
  return id
}

/** A finished analysis of a recording that begins now, in which every domain takes as long. */
async function recording(
  hostId: string,
  weights: Record<string, number>,
  observedMs: number,
  grade = 'enough',
): Promise<string> {
  const domains = Object.entries(weights).map(([domain, weight]) => ({
    domain,
    weight,
    observedMs,
    target: null,
    meetsTarget: null,
    arrivalRatePerSecond: 10,
  }))
  const range = { from: new Date().toISOString(), to: new Date().toISOString() }
  const result = { range, targetStatistic: 'p95', domains }
  const { id } = await client.api.deps.db.analysis.create({
    data: { name: 'later', hostId, options: {}, result, grade },
  })
  return id
}

function recommended(status: string, before = 256) {
  const domain = (name: string, weightAfter: number, predictedMs: number) => ({
    domain: name,
    weightBefore: before,
    weightAfter,
    predictedBefore: { ms: 66, lowMs: 60, highMs: 73 },
    predictedAfter: { ms: predictedMs, lowMs: 30, highMs: 36 },
    targetMs: 80,
    meetsTarget: true,
  })
  return {
    status,
    statistic: 'p95',
    checks: [
      { estimator: 'sdps', gain: 0.4, uncertainty: 0.1, passes: true },
      { estimator: 'twin', gain: 0.3, uncertainty: 0.1, passes: true },
    ],
    advice: status === 'infeasible' ? 'leave' : 'change',
    proof: { statement: 'Not proven: the best of those that were asked about.' },
    domains: [domain('vm1', 384, 32.5), domain('vm2', 128, 88), domain('vm3', 256, 60)],
  }
}

describe('a plan from weights set by hand', () => {
  it('shows every domain, the exact commands, its expiry and its limits', async () => {
    const { double, hostId } = await enrolled()
    const plan = await client.plan({ hostId, weights: { vm1: 512, vm2: 256 } })
    expect(plan).toMatchObject({
      state: 'planned',
      analysisId: null,
      scheduler: 'credit',
      commands: ['xl sched-credit -d 1 -w 512'],
      drift: [],
      canApply: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      reasons: [{ code: 'domain-0-share-falls', severity: 'warning' }],
      persistence: expect.stringContaining('cpu_weight='),
      trouble: null,
      applicationIds: [],
    })
    expect(Date.parse(plan.expiresAt!) - Date.parse(plan.plannedAt!)).toBe(15 * 60_000)
    expect(plan.changes.map(({ domain, changed }) => [domain, changed])).toEqual([
      ['Domain-0', false],
      ['vm1', true],
      ['vm2', false],
      ['vm3', false],
    ])
    expect(plan.changes[1]).toMatchObject({
      weightBefore: 256,
      weightAfter: 512,
      shareBefore: 0.25,
      shareAfter: 0.4,
      predictedAfter: null,
    })
    expect(setsSent(double)).toEqual([])
  })

  it('says in red that Domain-0 is left less than twice what was measured last', async () => {
    const { hostId } = await enrolled()
    const { db } = client.api.deps
    for (const utilisation of [0.4, 0.06]) {
      const result = { domain0: { utilisation } }
      await db.analysis.create({ data: { name: 'a', hostId, options: {}, result } })
    }
    const plan = await client.plan({ hostId, weights: { vm1: 2560 } })
    expect(plan).toMatchObject({
      canApply: true,
      reasons: [
        {
          code: 'domain-0-starved',
          severity: 'critical',
          text: expect.stringContaining('falls from 25.0 % to 7.7 %, but it needs 12.0 %'),
        },
      ],
    })
    const less = await client.plan({ hostId, weights: { vm1: 1024 } })
    expect(less.reasons).toMatchObject([{ code: 'domain-0-share-falls', severity: 'warning' }])
    // What is watched is newer than any analysis.
    const from = 60 * (Math.floor(Date.now() / 60_000) - 5)
    const domain0 = { perSecond: 10, responseSeconds: 0.01, cpuSeconds: 0.02 }
    await db.watch.create({ data: { hostId } })
    await storeMinutes(db, hostId, from, 3, { 'Domain-0': domain0 })
    const watched = await client.plan({ hostId, weights: { vm1: 1024 } })
    expect(watched.reasons[0]!.text).toContain('it needs 40.0 %')
  })

  it('uses the commands of a credit2 host', async () => {
    const { hostId } = await enrolled({ host: sampleHost('credit2'), username: 'steelyard' })
    const plan = await client.plan({ hostId, weights: { vm1: 512 } })
    expect(plan).toMatchObject({
      canApply: true,
      scheduler: 'credit2',
      commands: ['sudo -n xl sched-credit2 -d 1 -w 512'],
    })
  })

  it.each([
    ['the weights that stand already', { vm1: 256 }, 'no-change'],
    ['a domain that is not there', { vm1: 512, ghost: 256 }, 'domain-missing'],
    ['Domain-0', { 'Domain-0': 512 }, 'domain-0-never-changed'],
  ])('cannot be applied for %s', async (_, weights, code) => {
    const { hostId } = await enrolled()
    const plan = await client.plan({ hostId, weights: weights as Record<string, number> })
    expect(plan).toMatchObject({ state: 'planned', canApply: false })
    expect(plan.reasons).toContainEqual(expect.objectContaining({ code, severity: 'critical' }))
    const refused = await client.apply(plan)
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan-not-applicable' } })
  })

  it('cannot be applied under a scheduler without weights', async () => {
    const { hostId } = await enrolled({ host: sampleHost('rtds') })
    const plan = await client.plan({ hostId, weights: { vm1: 512 } })
    expect(plan).toMatchObject({
      canApply: false,
      commands: [],
      reasons: [{ code: 'scheduler-unsupported' }],
    })
  })

  it('fails with the reason when the host cannot be read, and the host shows it too', async () => {
    const { double, hostId } = await enrolled()
    double.changeHostKey()
    const plan = await client.plan({ hostId, weights: { vm1: 512 } })
    expect(plan).toMatchObject({
      state: 'failed',
      canApply: false,
      hash: null,
      trouble: { code: 'host-key-changed' },
    })
    expect((await client.get(hostId)).connection).toMatchObject({
      state: 'failing',
      trouble: { code: 'host-key-changed' },
    })
  })

  it('expires', async () => {
    const { hostId } = await enrolled()
    const { id } = await client.plan({ hostId, weights: { vm1: 512 } })
    const expiresAt = new Date(Date.now() - 1)
    await client.api.deps.db.plan.update({ where: { id }, data: { expiresAt } })
    const { body } = await client.call(contract.getPlan, { params: { id } })
    expect(body.canApply).toBe(false)
    expect(body.reasons).toContainEqual(expect.objectContaining({ code: 'plan-expired' }))
  })

  it('cannot be applied once its host was disconnected', async () => {
    const { hostId } = await enrolled()
    const plan = await client.plan({ hostId, weights: { vm1: 512 } })
    await client.call(contract.disconnectHost, { params: { id: hostId } })
    const { body } = await client.call(contract.getPlan, { params: { id: plan.id } })
    expect(body).toMatchObject({ canApply: false, reasons: [{ code: 'not-connected' }, {}] })
    expect((await client.apply(plan)).status).toBe(409)
  })
})

describe('a plan for a host that was never read', () => {
  it('uses the scheduler that a recording states', async () => {
    const { db } = client.api.deps
    const hostId = await unconnected()
    const named = { name: 'credit2', tsliceMs: null, ratelimitUs: null }
    const said = { startEpochSeconds: 0, scheduler: named, domains: [], weightChanges: [] }
    const { id } = await db.upload.create({ data: { name: 'u', state: 'ready', recording: said } })
    await db.analysis.create({
      data: { name: 'a', hostId, options: {}, uploads: { connect: { id } } },
    })
    const plan = await client.plan({ hostId, weights: { vm1: 512 } })
    expect(plan).toMatchObject({
      scheduler: 'credit2',
      commands: ['xl sched-credit2 -d vm1 -w 512'],
      reasons: [{ code: 'not-connected' }],
    })
  })
})

describe('a plan for a host that is not connected', () => {
  it('says in red, too, that Domain-0 is left too little', async () => {
    const hostId = await unconnected()
    const plan = await client.plan({ hostId, weights: { vm1: 8192 } })
    expect(plan.reasons).toContainEqual(
      expect.objectContaining({ code: 'domain-0-starved', severity: 'critical' }),
    )
  })
})

describe('a plan from an analysis', () => {
  it('carries the recommended weights and the predicted response times', async () => {
    const { hostId } = await enrolled()
    const analysisId = await analysis(hostId, recommended('optimal'))
    const plan = await client.plan({ analysisId })
    expect(plan).toMatchObject({
      analysisId,
      hostId,
      canApply: true,
      drift: [],
      reasons: [],
      commands: ['xl sched-credit -d 2 -w 128', 'xl sched-credit -d 1 -w 384'],
      statistic: 'p95',
      statement:
        'Predicted by the simulation. The queueing formula agrees that the change is for the better: it expects a gain of 40 %, give or take 10 %.',
    })
    expect(plan.changes[1]).toMatchObject({
      domain: 'vm1',
      predictedBefore: { ms: 66, lowMs: 60, highMs: 73 },
      predictedAfter: { ms: 32.5, lowMs: 30, highMs: 36 },
      targetMs: 80,
      meetsTarget: true,
    })
  })

  it('is compared with a later recording under its weights', async () => {
    const hostId = await unconnected()
    const { id } = await client.plan({ analysisId: await analysis(hostId, recommended('optimal')) })
    const outcome = async () =>
      (await client.call(contract.getPlanOutcome, { params: { id } })).body as contract.PlanOutcome
    expect(await outcome()).toMatchObject({ recording: null, domains: [] })
    await recording(hostId, { vm1: 256, vm2: 128, vm3: 256 }, 40)
    await recording(hostId, { vm1: 384, vm2: 128, vm3: 256 }, 33, 'not-enough')
    expect((await outcome()).recording).toBeNull()
    const later = await recording(hostId, { vm1: 384, vm2: 128, vm3: 256 }, 33)
    expect(await outcome()).toMatchObject({
      recording: { analysisId: later },
      domains: [
        { domain: 'vm1', measuredMs: 33, asPredicted: true },
        { domain: 'vm2', asPredicted: true },
        { domain: 'vm3', asPredicted: true },
      ],
      statement: '3 guests came out as predicted.',
    })
  })

  it('reports what has changed on the host since, and what was not proven', async () => {
    const { double, hostId } = await enrolled()
    happenings.setWeight(double.host, 'vm3', 300)
    const analysisId = await analysis(hostId, recommended('not-proven'))
    const plan = await client.plan({ analysisId })
    expect(plan.drift).toEqual([
      expect.objectContaining({ kind: 'weight-changed', domain: 'vm3', blocking: false }),
    ])
    expect(plan.reasons.map(({ code }) => code)).toEqual(['drift-since-analysis', 'not-proven'])
    expect(plan.canApply).toBe(true)
  })

  it('422 where nothing is recommended, or nothing known yet', async () => {
    const hostId = await unconnected()
    const { id: unfinished } = await client.api.deps.db.analysis.create({
      data: { name: 'a', hostId, options: {} },
    })
    const cases = [
      [await analysis(hostId, null), 'nothing-recommended'],
      [await analysis(hostId, recommended('infeasible')), 'nothing-recommended'],
      [unfinished, 'analysis-unfinished'],
    ]
    for (const [analysisId, code] of cases) {
      expect(await create({ analysisId })).toMatchObject({ status: 422, body: { code } })
    }
  })
})

describe('a plan for a host that is not connected', () => {
  it('shows the commands to run by hand, and cannot be applied', async () => {
    const hostId = await unconnected()
    const plan = await client.plan({ analysisId: await analysis(hostId, recommended('optimal')) })
    expect(plan).toMatchObject({
      state: 'planned',
      canApply: false,
      hash: null,
      expiresAt: null,
      reasons: [
        { code: 'not-connected', severity: 'info' },
        { code: 'scheduler-unknown', severity: 'warning' },
      ],
      commands: [
        'xl sched-credit -d vm1 -w 384',
        'xl sched-credit -d vm2 -w 128',
        'xl sched-credit -d vm3 -w 256',
      ],
    })
    expect(plan.changes.map(({ domain, shareAfter }) => [domain, shareAfter])).toEqual([
      ['Domain-0', 0.25],
      ['vm1', 0.375],
      ['vm2', 0.125],
      ['vm3', 0.25],
    ])
    expect(plan).toMatchObject({ domain0WeightAssumed: true, option: ['recommended'] })
    const refused = await client.apply({ ...plan, hash: 'x' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan-not-applicable' } })
  })
})

describe('plans by status', () => {
  it('202: answers at once with the job, recorded in the audit trail', async () => {
    const { body, status, headers } = await create(wish(await unconnected()))
    expect(status).toBe(202)
    expect(headers.location).toBe(`/api/v1/plans/${body.plan.id}`)
    expect(body).toMatchObject({
      plan: { state: 'draft', commands: [], reasons: [], jobId: body.job.id },
      job: { kind: 'prepare-plan', subject: { kind: 'plan', id: body.plan.id } },
    })
    const events = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: body.plan.id },
    })
    expect(events.map(({ action }) => action)).toEqual(['plan.create'])
  })

  it('200: are listed newest first, by host', async () => {
    const hostId = await unconnected()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await create(wish(hostId))).body.plan.id)
    await create(wish(await unconnected()))
    const page = await client.call(contract.listPlans, { query: { hostId, limit: 2 } })
    expect(page.body.data.map(({ id }: contract.Plan) => id)).toEqual(ids.slice(0, 2))
    const cursor = page.body.meta.nextCursor
    const rest = await client.call(contract.listPlans, { query: { hostId, limit: 2, cursor } })
    expect(rest.body.data.map(({ id }: contract.Plan) => id)).toEqual(ids.slice(2))
    expect(rest.body.meta.nextCursor).toBeNull()
  })

  it('200: are found by a part of the host’s name, and by state as it is shown', async () => {
    const { db } = client.api.deps
    const name = `Needle-${crypto.randomUUID()}`
    const { id: hostId } = await db.host.create({ data: { name } })
    const content = { kind: 'by-hand', scheduler: null }
    const apply = (state: string) => ({ kind: 'apply', state, hostId, requestedBy: 'ada' })
    const job = (state: string) => ({ create: { kind: 'prepare-plan', payload: {}, state } })
    const rows: object[] = [
      { content },
      {},
      { job: job('running') },
      { job: job('cancelled') },
      { content, applications: { create: apply('verified') } },
      { content, applications: { create: apply('failed') } },
      { content, applications: { create: apply('rolled-back') } },
      {
        content,
        applications: {
          create: [apply('verified'), { ...apply('rolled-back'), kind: 'roll-back' }],
        },
      },
    ]
    for (const row of rows) {
      await db.plan.create({ data: { host: { connect: { id: hostId } }, wanted, ...row } })
    }
    const search = name.slice(0, 20).toLowerCase()
    const find = async (state?: contract.PlanState) => {
      const { body } = await client.call(contract.listPlans, { query: { search, state } })
      return body.data as contract.Plan[]
    }
    const all = await find()
    expect(all).toHaveLength(rows.length)
    for (const state of contract.PlanState.options) {
      const shown = all.filter((plan) => plan.state === state)
      expect((await find(state)).map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
    }
    expect(new Set(all.map(({ state }) => state)).size).toBe(5)
  })

  it('200: are downloaded as a script; 404, and 409 before there are commands', async () => {
    const hostId = await unconnected()
    const { id } = await client.plan({ hostId, weights: { vm1: 512 } })
    const download = (planId: string) =>
      client.call(contract.getPlanCommands, { params: { id: planId } })
    const script = await download(id)
    expect(script.status).toBe(200)
    expect(script.headers['content-type']).toContain('text/x-shellscript')
    expect(script.headers['content-disposition']).toContain(`-${id.slice(-8)}.sh"`)
    expect(script.body).toContain('\nxl sched-credit -d vm1 -w 512\n')
    expect(script.body).toContain('vm1: weight 256 to 512')
    expect((await download(NOBODY)).status).toBe(404)
    const draft = await client.api.deps.db.plan.create({ data: { hostId, wanted } })
    expect(await download(draft.id)).toMatchObject({
      status: 409,
      body: { code: 'plan-without-commands' },
    })
  })

  it('400 for values that Xen does not accept, for none at all, and for a domain named twice', async () => {
    const hostId = await unconnected()
    const vm1 = { domain: 'vm1', weight: 256 }
    const bad = [{ weight: 0 }, { weight: 65_536 }, { cap: -1 }, { domain: 'vm\u00001' }]
    for (const weights of [[], [vm1, vm1], ...bad.map((part) => [{ ...vm1, ...part }])]) {
      expect([400, 422]).toContain((await create({ hostId, weights })).status)
    }
  })

  it('401, 403: needs plans:write', async () => {
    const body = wish(await unconnected())
    expect((await create(body, client.api.anonymous)).status).toBe(401)
    expect((await create(body, await client.api.as('viewer'))).status).toBe(403)
    const reader = await client.api.as('operator', ['plans:read', 'plans:apply'])
    expect((await create(body, reader)).status).toBe(403)
    expect((await reader(contract.listPlans)).status).toBe(200)
  })

  it('404 for what does not exist', async () => {
    expect(await create(wish(NOBODY))).toMatchObject({
      status: 404,
      body: { code: 'host-not-found' },
    })
    expect(await create({ analysisId: NOBODY })).toMatchObject({
      status: 404,
      body: { code: 'analysis-not-found' },
    })
    const plan = await client.call(contract.getPlan, { params: { id: NOBODY } })
    expect(plan).toMatchObject({ status: 404, body: { code: 'plan-not-found' } })
  })
})
