import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import type { CpuStats } from '@steelyard/traces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SentFile, startUploadClient, type UploadClient } from '../testing/upload-client.ts'

const START = Date.UTC(2026, 10, 20, 16, 0, 0) / 1000
const accessLogFormat = '%h %l %u %t "%r" %>s %b %D'
const startedAt = new Date(START * 1000).toISOString()

const packed = readFileSync(
  path.resolve(
    import.meta.dirname,
    '../../../../../packages/traces/src/xentrace/fixtures/short.bin.gz',
  ),
)
const trace: SentFile = { name: 'xentrace.bin.gz', content: packed }

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

/** Five requests a second through the seven seconds of the trace. */
function accessLog(domain: string): SentFile {
  const lines = Array.from({ length: 35 }, (_, i) => {
    const second = String(Math.floor(i / 5)).padStart(2, '0')
    return `10.0.0.1 - - [20/Nov/2026:16:00:${second} +0000] "GET /${domain} HTTP/1.1" 200 13 64000`
  })
  return { name: `access/${domain}.log`, content: `${lines.join('\n')}\n` }
}

function recording(more: object): SentFile {
  const domains = ['Domain-0', 'vm1', 'vm2', 'vm3'].map((name, id) => ({
    name,
    id,
    vcpus: 1,
    weight: 256,
  }))
  const content = JSON.stringify({
    startEpoch: START,
    domains,
    phases: [],
    accessLogFormat,
    ...more,
  })
  return { name: 'recording.json', content }
}

async function upload(files: SentFile[]): Promise<contract.Upload> {
  return contract.Upload.parse(await client.upload(files))
}

const traceIn = ({ sources }: contract.Upload) => sources.find((s) => s.kind === 'xentrace')!

async function say(upload: contract.Upload, body: Record<string, unknown>) {
  const params = { id: upload.id, sourceId: traceIn(upload).id }
  const reply = await client.call(contract.updateSource, { params, body })
  expect(reply.status).toBe(200)
  return contract.Upload.parse(reply.body)
}

/** One change of state of d1v0 per millisecond, and no record that shows the rate of the clock. */
function withoutRate(): Buffer {
  // Blocked to runnable, to running, to blocked.
  const headers = [0x9002_1211, 0x9002_1101, 0x9002_1021]
  const changes = Array.from({ length: 30 }, (_, i) => {
    const record = Buffer.alloc(16)
    record.writeUInt32LE(headers[i % headers.length]!, 0)
    record.writeUInt32LE(i * 2_000_000, 4)
    record.writeUInt32LE(1 << 16, 12)
    return record
  })
  const header = Buffer.alloc(12)
  header.writeUInt32LE(0x2001_f003, 0)
  header.writeUInt32LE(changes.length * 16, 8)
  return Buffer.concat([header, ...changes])
}

describe('a trace of xentrace', () => {
  it('is recognised to its end, and asks for its start and its domains', async () => {
    const found = await upload([trace, accessLog('vm1')])
    const source = traceIn(found)
    expect(source.title).toBe('Trace of xentrace: 1 pCPU, 28,175 records, 7.47 s')
    expect(source.domains.map((match) => match.found)).toEqual(['Domain-0', 'dom1', 'dom2', 'dom3'])
    const asked = source.questions.map(({ id }) => id)
    expect(asked).toEqual(['domain', 'domain', 'domain', 'start-time'])
    expect(source.samples[0]!.fields.map(({ value }) => value).join()).toContain(
      'running → blocked',
    )
  })

  it('takes start and rate from recording.json', async () => {
    const told = recording({ xentraceStartEpochHost: START, tscHz: 2_600_000_000 })
    const found = await upload([trace, accessLog('vm1'), told])
    expect(found).toMatchObject({ state: 'ready', openQuestions: [] })
    expect(traceIn(found).domains[1]).toMatchObject({ found: 'dom1', domain: 'vm1' })
  })

  it('gives the analysis exact waits', async () => {
    const files = ['vm1', 'vm2', 'vm3'].map(accessLog)
    const found = await upload([trace, ...files, recording({ tscHz: 2_600_000_000 })])
    const { openQuestions, id } = await say(found, { settings: { startedAt } })
    expect(openQuestions).toEqual([])
    const host = await client.api.deps.db.host.create({ data: { name: 'traced' } })
    const analysis = contract.Analysis.parse(
      await client.analyse({
        hostId: host.id,
        uploadIds: [id],
        targets: ['vm1', 'vm2', 'vm3'].map((domain) => ({
          domain,
          responseTimeMs: 500,
          throughputPerSecond: 5,
        })),
      }),
    )
    for (const domain of analysis.result!.domains) {
      const wait = domain.estimates.find(({ estimator }) => estimator === 'measured-wait')!
      expect(wait.responseTimeMs).toBeGreaterThan(0)
    }
    const rows = await client.api.deps.db.observation.findMany({
      where: { domain: 'vm1', set: { uploads: { some: { id } } } },
    })
    const cpu = rows.map((row) => row.cpu as unknown as CpuStats).filter(Boolean)
    expect(cpu.every(({ source }) => source === 'xentrace')).toBe(true)
    const waited = cpu.reduce((sum, c) => sum + c.runnableWaitSeconds!, 0)
    expect(waited).toBeCloseTo(3.13, 1)
    const behind = cpu.flatMap((c) => Object.keys(c.schedule!.waitedBehindSeconds))
    expect([...new Set(behind)].sort()).toEqual(['Domain-0', 'vm2', 'vm3'])
  })

  it('asks for the rate of its clock where it does not state it', async () => {
    const found = await upload([
      { name: 'xentrace.bin', content: withoutRate() },
      accessLog('vm1'),
      recording({ xentraceStartEpochHost: START }),
    ])
    expect(traceIn(found).questions).toMatchObject([{ id: 'cpu-hz', blocking: true }])
    expect(traceIn(found).questions[0]!.candidates.map(({ value }) => value)).toContain(
      '2000000000',
    )
    const answered = await say(found, { settings: { tscHz: 2e9 } })
    expect(answered.openQuestions).toEqual([])
    expect(traceIn(answered).settings.tscHz).toBe(2e9)
    const params = { id: found.id, sourceId: traceIn(found).id }
    const wrong = await client.call(contract.updateSource, {
      params,
      body: { settings: { tscHz: 5 } },
    })
    expect(wrong.status).toBe(400)
  })

  it('is refused where it is damaged after its beginning, with the byte', async () => {
    const bytes = gunzipSync(packed)
    const content = Buffer.concat([bytes, Buffer.from('no record')])
    const source = traceIn(await upload([{ name: 'xentrace.bin', content }, accessLog('vm1')]))
    expect(source).toMatchObject({
      included: false,
      trouble: { code: 'damaged-trace', where: { byte: bytes.length } },
    })
  })
})
