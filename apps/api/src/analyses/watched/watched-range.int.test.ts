import { gunzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { LiveObserver } from '@steelyard/traces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleTargets } from '../../samples/sample-recordings.ts'
import {
  type SentFile,
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../../uploads/testing/upload-client.ts'
import { hostWindow } from '../../windows/host-window.ts'
import { START } from '../../windows/observed.fixture.ts'
import { storeWindows } from '../../windows/store-windows.ts'

const RECORDED_FROM = 1_795_191_675.462657
const SECONDS = 210
const XENTOP_BEGAN = -2
const DOMAINS = ['vm1', 'vm2', 'vm3']

/** The sample recording with equal weights, as a watch could have seen it a day ago. */
const recorded = sampleFiles('paper-table3-equal')
const textOf = (name: string) => {
  const { content } = recorded.find((file) => file.name === name)!
  const bytes = Buffer.from(content)
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}
const linesOf = (domain: string) =>
  textOf(`access-epoch/${domain}.log.gz`)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [stamp, ...rest] = line.split(' ')
      const startUs = Math.round((Number(stamp) - RECORDED_FROM + START) * 1e6)
      const endSeconds = startUs / 1e6 + Number(rest[0]) / 1e6
      return { text: [(startUs / 1e6).toFixed(6), ...rest, '\n'].join(' '), endSeconds }
    })
const logs = Object.fromEntries(DOMAINS.map((domain) => [domain, linesOf(domain)]))
const samples = textOf('xentop.log.gz').split(/^(?= +NAME)/m)
const recording = JSON.parse(textOf('recording.json')) as { accessEpochLogFormat: string }

let client: UploadClient
let uploaded: contract.Analysis
let watched: contract.Analysis
let hostId: string
beforeAll(async () => {
  client = await startUploadClient()
  const options = { estimator: 'sdps' }
  const host = await client.api.deps.db.host.create({ data: { name: 'recorded' } })
  const upload = await client.upload(filesOf(), { hostId: host.id })
  expect(upload).toMatchObject({ state: 'ready', openQuestions: [] })
  const common = { targets: sampleTargets, options }
  uploaded = await client.analyse({ ...common, hostId: host.id, uploadIds: [upload.id] })
  hostId = await watchedHost()
  watched = await client.analyse({ ...common, hostId, watched: range() })
})
afterAll(() => client.close())

const iso = (seconds: number) => new Date((START + seconds) * 1000).toISOString()
const range = () => ({ from: iso(0), to: iso(SECONDS) })

function filesOf(): SentFile[] {
  const said = {
    ...recording,
    phases: [],
    clock: 'host',
    startEpoch: START,
    xentopStartEpochHost: START + XENTOP_BEGAN,
    xentopIntervalSeconds: 1,
  }
  return [
    { name: 'recording.json', content: JSON.stringify(said) },
    { name: 'xentop.log', content: samples.join('') },
    ...DOMAINS.map((domain) => ({
      name: `access-epoch/${domain}.log`,
      content: logs[domain]!.map(({ text }) => text).join(''),
    })),
  ]
}

async function watchedHost(): Promise<string> {
  const { db } = client.api.deps
  const inventory = {
    xenVersion: '4.17.7',
    cpupools: [{ scheduler: 'credit', timeSliceMs: 30, rateLimitUs: 1000 }],
  }
  const { id } = await db.host.create({
    data: {
      name: 'watched',
      scheduler: 'credit',
      pCpus: 1,
      inventory,
      watch: { create: {} },
      domains: {
        create: ['Domain-0', ...DOMAINS].map((name, xenId) => ({
          ...{ name, xenId, vCpus: 1, weight: 256, cap: 0, xenUuid: name },
        })),
      },
    },
  })
  const observer = new LiveObserver({
    windowSeconds: 10,
    graceSeconds: 5,
    keepSeconds: 60,
    fromEpochSeconds: START - 10,
  })
  const spec = { syntax: 'apache', format: recording.accessEpochLogFormat } as const
  const opening = { atEpochSeconds: START - 10 }
  for (const domain of DOMAINS) observer.openLog(domain, spec, opening)
  for (let second = -9; second <= SECONDS + 20; second++) {
    const now = START + second
    for (const domain of DOMAINS) {
      const said = logs[domain]!.filter(
        ({ endSeconds }) => endSeconds > now - 1 && endSeconds <= now,
      )
      observer.logLines(domain, Buffer.from(said.map(({ text }) => text).join('')))
      observer.logAlive(domain, now)
    }
    const sample = samples[second - XENTOP_BEGAN]
    if (sample) observer.cpuSample(now, sample)
    await storeWindows(db, id, observer.take(now).map(hostWindow))
  }
  return id
}

describe('a range that was watched', () => {
  it('gives the verdict of an upload of the same', () => {
    expect(watched).toMatchObject({ uploads: [], watched: range(), trouble: null })
    expect(watched.result!.verdict).toBe(uploaded.result!.verdict)
    expect(watched.result!.windowSeconds).toBe(10)
    expect(watched.result!.domains.map(({ domain }) => domain)).toEqual(
      uploaded.result!.domains.map(({ domain }) => domain),
    )
  })

  it('is played by the twin with the requests that came', () => {
    expect(watched.result!.twin).toMatchObject({ state: 'done', arrivals: 'recorded' })
  })

  it('says why the twin was left out once single requests are no longer kept', async () => {
    const { db } = client.api.deps
    await db.watchWindow.updateMany({ where: { hostId, seconds: 10 }, data: { arrivals: null } })
    const again = await client.analyse({ hostId, watched: range(), options: { estimator: 'sdps' } })
    expect(again.result!.twin).toMatchObject({
      state: 'left-out',
      reason: expect.stringContaining('kept for a few days only'),
    })
  })

  it('422 where nothing was observed, and for ranges that end too soon or too late', async () => {
    const codeOf = async (from: number, to: number) => {
      const body = { hostId, watched: { from: iso(from), to: iso(to) } }
      const reply = await client.call(contract.createAnalysis, { body })
      return [reply.status, reply.body.code]
    }
    expect(await codeOf(-7200, -3600)).toEqual([422, 'nothing-watched'])
    expect(await codeOf(10, 10)).toEqual([422, expect.any(String)])
    expect(await codeOf(0, 32 * 86_400)).toEqual([422, expect.any(String)])
  })
})
