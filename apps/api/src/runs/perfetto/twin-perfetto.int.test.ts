import { type AnalysisLoad, exampleBasis, exampleLoad, twinOfLoad } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { urlOf } from '@steelyard/contract'
import { simulate } from '@steelyard/simulator'
import { type DrawnSlice, packetsOf, slicesOf } from '@steelyard/traces/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '../../db.ts'
import { type Caller, startTestApi, type TestApi } from '../../testing/test-api.ts'

const SECONDS = 20
const domain0 = { cpuSecondsPerRequest: 0.001, background: { windows: [] } }
const known = exampleLoad(undefined, {
  range: { fromEpochSeconds: 0, toEpochSeconds: SECONDS },
  twin: { domain0 },
}) as AnalysisLoad & { twin: { domain0: typeof domain0 } }

let api: TestApi
let operator: Caller
let hostId: string
let analysisId: string

async function analysed(load: AnalysisLoad): Promise<string> {
  const { id } = await api.deps.db.analysis.create({
    data: {
      name: 'analysed',
      hostId,
      options: {},
      result: { domains: [] },
      load: load as unknown as Prisma.InputJsonObject,
      predictorBasis: exampleBasis(load) as unknown as Prisma.InputJsonObject,
    },
  })
  return id
}

beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
  hostId = (await api.deps.db.host.create({ data: { name: 'xen1' } })).id
  analysisId = await analysed(known)
})
afterAll(() => api.close())

async function slicesAt(
  endpoint: typeof contract.exportTwin | typeof contract.exportRun,
  id: string,
  seconds: number,
): Promise<DrawnSlice[]> {
  const { secret } = await api.as('viewer')
  const reply = await api.app.inject({
    url: urlOf('/api/v1', endpoint.path, { id }, { seconds }),
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toContain('.pftrace')
  return slicesOf(packetsOf(reply.rawPayload))
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const isWithin = (value: number, expected: number) =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(0.001 * expected)
const runsOf = (slices: readonly DrawnSlice[], domain: string) =>
  sum(
    slices
      .filter(({ under, name }) => under === domain && name === 'runs')
      .map(({ seconds }) => seconds),
  )

describe('exportTwin', () => {
  it('200: the CPU time and the mean of each domain are what the twin reports', async () => {
    const slices = await slicesAt(contract.exportTwin, analysisId, SECONDS)
    const { domains, pCpus } = simulate(twinOfLoad(known, []).config, {
      seed: 1,
      horizonSeconds: SECONDS,
      drainSeconds: 60,
    })
    for (const { name, stateSeconds, requests } of domains) {
      isWithin(runsOf(slices, name), stateSeconds.running)
      if (!requests) continue
      const times = slices.filter((slice) => slice.under === name && slice.name === 'request')
      expect(times).toHaveLength(requests.answered)
      isWithin(sum(times.map(({ ms }) => ms!)) / times.length, 1000 * requests.responseTime.mean!)
      expect(times.every(({ flows }) => flows.length > 0)).toBe(true)
    }
    const onPCpus = slices.filter(({ under }) => under === 'pCPUs')
    isWithin(
      sum(onPCpus.map(({ seconds }) => seconds)),
      sum(pCpus.map(({ busySeconds }) => busySeconds)),
    )
  })

  it('200: ten seconds unless more is asked for', async () => {
    const { secret } = await api.as('viewer')
    const { rawPayload } = await api.app.inject({
      url: urlOf('/api/v1', contract.exportTwin.path, { id: analysisId }),
      headers: { authorization: `Bearer ${secret}` },
    })
    const ends = slicesOf(packetsOf(rawPayload)).map(({ ns, seconds }) => ns / 1e9 + seconds)
    expect(Math.max(...ends)).toBeLessThanOrEqual(10)
    expect(Math.max(...ends)).toBeGreaterThan(9)
  })

  it('400 and 422 for what cannot be shown', async () => {
    const ask = (id: string, query = {}) => operator(contract.exportTwin, { params: { id }, query })
    expect((await ask(analysisId, { seconds: 61 })).status).toBe(400)
    const cannot = { code: 'no-domain-0-cpu-data' as const }
    const { status, body } = await ask(await analysed({ ...known, twin: { cannot } }))
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'twin-cannot-play' })
  })
})

describe('exportRun', () => {
  const start = (question: object) =>
    operator(contract.startRun, { body: { question: { analysisId, ...question } } })

  it('200: the host as a what-if question has it', async () => {
    const whatIf = { domains: [{ domain: 'vm1', weight: 1024 }] }
    const { body } = await start({ kind: 'what-if', whatIf })
    const asked = await slicesAt(contract.exportRun, body.run.id, SECONDS)
    const asIs = await slicesAt(contract.exportTwin, analysisId, SECONDS)
    const meanOf = (slices: readonly DrawnSlice[]) => {
      const its = slices.filter(({ under, name }) => under === 'vm1' && name === 'request')
      return sum(its.map(({ ms }) => ms!)) / its.length
    }
    expect(meanOf(asked)).toBeLessThan(meanOf(asIs))
  })

  it('200: the analysed host for a question that changes nothing', async () => {
    const { body } = await start({ kind: 'what-if', whatIf: {} })
    const asked = await slicesAt(contract.exportRun, body.run.id, 5)
    expect(asked).toEqual(await slicesAt(contract.exportTwin, analysisId, 5))
  })

  it('422 for a run of several hosts', async () => {
    const { body } = await start({ kind: 'headroom' })
    const reply = await operator(contract.exportRun, { params: { id: body.run.id } })
    expect(reply).toMatchObject({ status: 422, body: { code: 'not-a-what-if' } })
  })
})
