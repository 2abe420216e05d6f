import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Prisma } from '../db.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let operator: Caller
let hostId: string
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
  hostId = (await operator(contract.createHost, { body: { name: 'xen1' } })).body.id
})
afterAll(() => api.close())

interface StoredRow {
  predictorBasis: Prisma.InputJsonObject
  options: Prisma.InputJsonObject
  targets: contract.SlaTarget[]
  result: Record<string, unknown>
}

/** One row as version 1 stored it, with milliseconds and sentences, and the same as of version 2. */
const [presented, found] = readFileSync(
  path.join(import.meta.dirname, 'testing/stored-results.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line): StoredRow => JSON.parse(line))

async function store({ targets, result, ...row }: StoredRow): Promise<string> {
  const { id } = await api.deps.db.analysis.create({
    data: {
      name: 'stored before',
      hostId,
      ...row,
      result: result as Prisma.InputJsonObject,
      verdict: 'misses',
      grade: 'enough',
      finishedAt: new Date(),
      targets: { create: targets.map((target, position) => ({ ...target, position })) },
    },
  })
  return id
}

const show = async (id: string) =>
  (await operator(contract.getAnalysis, { params: { id } })).body.result as contract.AnalysisResult

const listed = async (id: string) => {
  const { body } = await operator(contract.listAnalyses, { query: { hostId, limit: 10 } })
  return (body.data as contract.AnalysisSummary[]).find((each) => each.id === id)!
}

const inFleet = async () => {
  const { data } = (await operator(contract.getFleet)).body as contract.Fleet
  return data.find((each) => each.id === hostId)!
}

it('a result of version 1 is handed out as it was stored, with its verdict in today’s words', async () => {
  const id = await store(presented!)
  expect(await show(id)).toEqual({ ...presented!.result, verdict: 'misses' })
  expect((await listed(id)).headline).toBe(presented!.result.headline)
})

it('a result of version 2 is put into milliseconds and words when it is read', async () => {
  const id = await store(found!)
  const shown = await show(id)
  const before = presented!.result as unknown as contract.AnalysisResult
  expect(contract.AnalysisResult.parse(shown)).toEqual(shown)
  const figures = ({ domains, range, recommendation, verdict }: contract.AnalysisResult) => ({
    verdict,
    range: { from: range.from, to: range.to },
    // Version 1 left Domain-0 out of the shares.
    domains: domains.map(({ estimates: _, share: __, ...each }) => each),
    weights: recommendation?.domains.map(({ domain, weightAfter }) => [domain, weightAfter]),
  })
  expect(figures(shown)).toEqual(figures({ ...before, verdict: 'probably-misses' }))
  expect(shown.domains.map(({ share }) => share)).toEqual([0.25, 0.25, 0.25])
  expect((await listed(id)).headline).toBe(shown.headline)
  const fleet = await inFleet()
  expect(fleet).toMatchObject({ headline: shown.headline, lastRecordedAt: shown.recorded.to })
  expect(fleet.domains).toEqual(
    shown.domains.map(({ domain, observedMs, target, meetsTarget }) => ({
      domain,
      observedMs,
      targetMs: target?.responseTimeMs ?? null,
      meetsTarget,
    })),
  )
})

it('a result of a version to come says so, and hides no other', async () => {
  const id = await store({ ...found!, result: { ...found!.result, version: 3 } })
  const answered = await operator(contract.getAnalysis, { params: { id } })
  expect(answered.status).toBe(409)
  expect(answered.body).toMatchObject({
    code: 'analysis-unreadable',
    detail: expect.stringContaining('stored in form 3'),
  })
  expect((await listed(id)).headline).toContain('does not know')
  expect((await inFleet()).headline).toContain('stored in form 3')
})
