import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../../uploads/testing/upload-client.ts'

let client: UploadClient
let hostId: string
let equal: contract.Analysis
let reweighted: contract.Analysis
const nowhere = crypto.randomUUID()
const wanted = (path: string) => path.startsWith('client/') || path === 'recording.json'
const targets = [{ domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null }]

beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
  // The later recording is analysed first, so that the order of analyses is not that of time.
  reweighted = await analysed('paper-table3-reweighted')
  equal = await analysed('paper-table3-equal')
})
afterAll(() => client.close())

async function analysed(sample: string): Promise<contract.Analysis> {
  const upload = await client.upload(sampleFiles(sample, wanted), { hostId })
  return client.analyse({ hostId, uploadIds: [upload.id], name: sample, targets })
}

describe('getHostHistory', () => {
  it('200 lists recordings by the time of recording, with each domain against its target', async () => {
    const { status, body } = await client.call(contract.getHostHistory, { params: { id: hostId } })
    expect(status).toBe(200)
    const history = contract.HostHistory.parse(body)
    const shown = history.recordings
    expect(shown.map(({ recordedFrom }) => recordedFrom)).toEqual(
      shown.map(({ recordedFrom }) => recordedFrom).sort(),
    )
    expect(history.complete).toBe(true)
    const recording = shown.find(({ id }) => id === equal.id)!
    const vm1 = equal.result!.domains[0]!
    expect(recording).toMatchObject({
      name: 'paper-table3-equal',
      verdict: equal.verdict,
      headline: equal.headline,
      recordedFrom: equal.result!.range.from,
      recordedTo: equal.result!.range.to,
    })
    expect(recording.domains[0]).toEqual({
      domain: 'vm1',
      weight: vm1.weight,
      observedMs: vm1.observedMs,
      targetMs: 80,
      meetsTarget: vm1.meetsTarget,
      arrivalRatePerSecond: vm1.arrivalRatePerSecond,
    })
  })

  it('200 lists what Steelyard applied and what it rolled back, but nothing that failed', async () => {
    const { db } = client.api.deps
    const host = await db.host.create({ data: { name: 'applied' } })
    const plan = await db.plan.create({ data: { hostId: host.id, wanted: {} } })
    const weights = { before: { weight: 256, cap: 0 }, after: { weight: 512, cap: 0 } }
    const before = [
      { lever: 'weight', uuid: 'u1', name: 'vm1', ...weights },
      { lever: 'affinity', uuid: 'u1', name: 'vm1', before: {}, after: {} },
    ]
    const act = (kind: string, state: string, finishedAt: string) =>
      db.application.create({
        data: {
          ...{ kind, state, before, finishedAt, requestedBy: 'ada' },
          ...{ hostId: host.id, planId: plan.id },
        },
      })
    const applied = await act('apply', 'verified', '2026-11-20T10:00:00.000Z')
    await act('apply', 'failed', '2026-11-20T11:00:00.000Z')
    const undone = await act('roll-back', 'rolled-back', '2026-11-20T12:00:00.000Z')
    const { body } = await client.call(contract.getHostHistory, { params: { id: host.id } })
    const change = { domain: 'vm1', source: 'application' }
    expect(body).toEqual({
      recordings: [],
      annotations: [],
      weightChanges: [
        { ...change, at: '2026-11-20T10:00:00.000Z', weight: 512, sourceId: applied.id },
        { ...change, at: '2026-11-20T12:00:00.000Z', weight: 256, sourceId: undone.id },
      ],
      complete: true,
    })
  })

  it('401, 403 and 404', async () => {
    const get = { params: { id: hostId } }
    expect((await client.api.anonymous(contract.getHostHistory, get)).status).toBe(401)
    const reader = await client.api.as('operator', ['hosts:read'])
    expect((await reader(contract.getHostHistory, get)).status).toBe(403)
    const none = await client.call(contract.getHostHistory, { params: { id: nowhere } })
    expect(none.status).toBe(404)
  })
})

describe('compareRecordings', () => {
  const compare = (before: string, after: string, id = hostId) =>
    client.call(contract.compareRecordings, { params: { id }, query: { before, after } })

  it('200 says of the two samples which domain became faster and which slower', async () => {
    const { status, body } = await compare(equal.id, reweighted.id)
    expect(status).toBe(200)
    const { domains, statement } = contract.RecordingComparison.parse(body)
    const of = (name: string) => domains.find(({ domain }) => domain === name)!
    // The second recording gave vm1 more weight, at the expense of vm2, under more load.
    expect(of('vm1').changeMs).toBeLessThan(0)
    expect(of('vm2').beyondChance).toBe(true)
    expect(of('vm2').changeMs).toBeGreaterThan(0)
    expect(of('vm2').statement).toMatch(/^vm2 became slower, beyond chance: .* ms before, .* after/)
    expect(statement).toMatch(/^vm2 became slower/)
  })

  it('200 finds no difference between a recording and itself', async () => {
    const { body } = await compare(equal.id, equal.id)
    expect(body.domains.map((each: contract.DomainComparison) => each.beyondChance)).toEqual(
      body.domains.map(() => false),
    )
    expect(body.statement).toContain('not beyond chance')
  })

  it('404 for a recording of another host', async () => {
    const { db } = client.api.deps
    const other = await db.host.create({ data: { name: 'other' } })
    expect((await compare(equal.id, reweighted.id, other.id)).status).toBe(404)
    expect((await compare(equal.id, nowhere)).status).toBe(404)
    expect((await compare(equal.id, 'x')).status).toBe(400)
  })
})
