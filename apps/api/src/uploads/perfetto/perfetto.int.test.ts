import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { urlOf } from '@steelyard/contract'
import { packetsOf, slicesOf } from '@steelyard/traces/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SentFile,
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../testing/upload-client.ts'

const packed = readFileSync(
  path.resolve(
    import.meta.dirname,
    '../../../../../packages/traces/src/xentrace/fixtures/short.bin.gz',
  ),
)
const START = Date.UTC(2026, 10, 20, 16, 0, 0) / 1000
const facts: SentFile = {
  name: 'recording.json',
  content: JSON.stringify({
    startEpoch: START,
    xentraceStartEpochHost: START,
    tscHz: 2_600_000_000,
    accessLogFormat: '%h %l %u %t "%r" %>s %b %D',
    domains: ['Domain-0', 'vm1', 'vm2', 'vm3'].map((name, id) => ({
      name,
      id,
      vcpus: 1,
      weight: 256,
    })),
    phases: [],
  }),
}
const log: SentFile = {
  name: 'access/vm1.log',
  content: '10.0.0.1 - - [20/Nov/2026:16:00:01 +0000] "GET /vm1 HTTP/1.1" 200 13 64000\n',
}

let client: UploadClient
let upload: contract.Upload
const sourceOf = (kind: string, of = upload) => of.sources.find((source) => source.kind === kind)!

beforeAll(async () => {
  client = await startUploadClient()
  upload = contract.Upload.parse(
    await client.upload([facts, log, { name: 'xentrace.bin.gz', content: packed }]),
  )
})
afterAll(() => client.close())

const ask = (sourceId: string, query: Record<string, unknown> = {}) =>
  client.call(contract.exportForPerfetto, { params: { id: upload.id, sourceId }, query })

/** The bytes themselves, which a reply as text would not keep. */
async function download(query: Record<string, unknown> = {}, of = upload): Promise<Buffer> {
  const params = { id: of.id, sourceId: sourceOf('xentrace', of).id }
  const { secret } = await client.api.as('viewer')
  const reply = await client.api.app.inject({
    url: urlOf('/api/v1', contract.exportForPerfetto.path, params, query),
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toContain('.pftrace')
  return reply.rawPayload
}

/** The names of the tracks. */
const tracksOf = (bytes: Buffer) => packetsOf(bytes).flatMap(({ track }) => track?.name ?? [])

describe('exportForPerfetto', () => {
  it('200: the trace with its domains’ names', async () => {
    const tracks = tracksOf(await download())
    expect(tracks).toEqual(
      expect.arrayContaining(['pCPUs', 'pCPU 0', 'vm1', 'vm1 vCPU 0', 'Domain-0 vCPU 0']),
    )
  })

  it('200: a shorter part is a smaller file', async () => {
    const [whole, part] = [await download(), await download({ fromSeconds: 1, seconds: 1 })]
    expect(part.length).toBeLessThan(whole.length / 2)
    expect(tracksOf(part)).toContain('pCPU 0')
  })

  it('422 says how long the trace is', async () => {
    const { status, body } = await ask(sourceOf('xentrace').id, { fromSeconds: 5000 })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'nothing-in-part' })
    expect(body.detail).toMatch(/The trace is \d+\.\d s long/)
  })

  it('422 for a source that is no schedule, 404 for none', async () => {
    expect((await ask(sourceOf('access-log').id)).body.code).toBe('not-a-schedule')
    expect((await ask(crypto.randomUUID())).status).toBe(404)
  })

  it('200: says why there are no requests where the log stamps whole seconds', async () => {
    const bytes = await download()
    expect(tracksOf(bytes).filter((name) => name.startsWith('request'))).toEqual(['requests'])
    const told = slicesOf(packetsOf(bytes)).filter(({ track }) => track === 'requests')
    expect(told.map(({ name, under }) => [under, name])).toEqual([
      ['vm1', 'left out: the access log stamps whole seconds'],
    ])
  })
})

describe('the requests of a traced sample', () => {
  let traced: contract.Upload
  const part = { fromSeconds: 5, seconds: 5 }

  beforeAll(async () => {
    traced = contract.Upload.parse(await client.upload(sampleFiles('traced-equal')))
  })

  it('are those of `listTracedRequests`, each connected with runs of its guest', async () => {
    const slices = slicesOf(packetsOf(await download(part, traced)))
    const list = await client.call(contract.listTracedRequests, {
      params: { id: traced.id },
      query: { ...part, domain: 'vm3' },
    })
    const { requests, cutOff } = contract.TracedRequests.parse(list.body)
    const drawn = slices.filter(({ name, under }) => name === 'request' && under === 'vm3')
    const whole = drawn.filter(({ ms, seconds }) => Math.abs(ms! - 1000 * seconds) < 0.001)
    expect(drawn).toHaveLength(requests.ms.length + cutOff)
    const mean = (times: number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length
    expect(mean(whole.map(({ ms }) => ms!))).toBeCloseTo(mean(requests.ms), 3)
    const runs = slices.filter(({ name, under }) => name === 'runs' && under === 'vm3')
    const ofRuns = new Set(runs.flatMap(({ flows }) => flows))
    expect(drawn.flatMap(({ flows }) => flows).sort()).toEqual([...ofRuns].sort())
    expect(drawn.filter(({ flows }) => flows.length > 0).length).toBeGreaterThan(
      0.99 * drawn.length,
    )
  })

  it('are left out of a longer part', async () => {
    const names = tracksOf(await download({ seconds: 61 }, traced))
    expect(names).toContain('vm3 vCPU 0')
    expect(names).not.toContain('requests 1')
    expect(names).toContain('requests')
  })
})
