import { gunzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { LiveObserver, type Observation } from '@steelyard/traces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleTargets } from '../../samples/sample-recordings.ts'
import { inspectUpload } from '../../uploads/inspection/inspect-upload.ts'
import { readPart } from '../../uploads/observations/parts/read-part.ts'
import { readUpload } from '../../uploads/readings/read-upload.ts'
import {
  type SentFile,
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../../uploads/testing/upload-client.ts'
import { hostWindow } from '../../windows/host-window.ts'
import { hostWindows, observed, START } from '../../windows/observed.fixture.ts'
import { storeWindows } from '../../windows/store-windows.ts'
import { observationsOf } from '../observations-of.ts'
import { runAnalysis } from '../run-analysis.ts'

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
/**
 * As from an xentop that takes a second for each sample, and not a little more, as it did here: a
 * watch has its own clock, and an upload is corrected by CPU(sec).
 */
function steady(all: readonly string[]): string[] {
  const used = new Map<string, number>()
  return all.map((sample) =>
    sample.replace(
      /^( *(\S+) [-dsrbpc]{6} +)\d+( +([\d.]+))/gm,
      (_, before: string, name: string, after: string, percent: string) => {
        used.set(name, (used.get(name) ?? 10) + Number(percent) / 100)
        return `${before}${Math.floor(used.get(name)!)}${after}`
      },
    ),
  )
}
const logs = Object.fromEntries(DOMAINS.map((domain) => [domain, linesOf(domain)]))
const samples = steady(textOf('xentop.log.gz').split(/^(?= +NAME)/m))
const recording = JSON.parse(textOf('recording.json')) as { accessEpochLogFormat: string }

let client: UploadClient
let uploaded: contract.Analysis
let watched: contract.Analysis
let hostId: string
beforeAll(async () => {
  // Without the lab, which would be asked what helps, and for which the next analysis would wait.
  const jobs = [inspectUpload, readUpload, readPart, runAnalysis(async () => {})]
  client = await startUploadClient({ jobs })
  const options = { stepShare: 0.2 } // few allocations for the twin to play
  const host = await client.api.deps.db.host.create({ data: hostData('recorded') })
  const upload = await client.upload(filesOf(), { hostId: host.id })
  expect(upload).toMatchObject({ state: 'ready', openQuestions: [] })
  const common = { targets: sampleTargets, options }
  uploaded = await client.analyse({ ...common, hostId: host.id, uploadIds: [upload.id] })
  hostId = await watchedHost(await coveredTo(uploaded))
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

const hostData = (name: string) => ({
  name,
  scheduler: 'credit',
  pCpus: 1,
  inventory: {
    xenVersion: '4.17.7',
    cpupools: [{ scheduler: 'credit', timeSliceMs: 30, rateLimitUs: 1000 }],
  },
  domains: {
    create: ['Domain-0', ...DOMAINS].map((domain, xenId) => ({
      ...{ name: domain, xenId, vCpus: 1, weight: 256, cap: 0, xenUuid: domain },
    })),
  },
})

/** An upload knows the log up to its last request, and not to the end of the window. */
async function coveredTo({ id }: contract.Analysis): Promise<number> {
  const { observations } = await observationsOf(client.api.deps.db, id)
  const [last] = observations.filter(({ requests }) => requests).slice(-1)
  return last!.windowStartEpochSeconds + last!.requests!.coveredSeconds
}

/** Its logs are lost at that moment, after they have said everything. */
async function watchedHost(lostAt: number): Promise<string> {
  const { db } = client.api.deps
  const { id } = await db.host.create({ data: { ...hostData('watched'), watch: { create: {} } } })
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
  for (const domain of DOMAINS) observer.logLost(domain, lostAt)
  await storeWindows(db, id, observer.take(START + SECONDS + 20).map(hostWindow))
  return id
}

const withoutRequests = (each: Observation): Observation => ({
  ...each,
  requests: null,
  cpu: {
    source: 'xentop',
    usedSeconds: 1,
    usedByPart: [],
    runnableWaitSeconds: null,
    blockedSeconds: null,
    dispatches: null,
    ioCount: null,
    coveredSeconds: 10,
  },
})

const weightsOf = ({ result }: contract.Analysis) =>
  result!.objectives?.map(({ objective, weights }) => [objective, weights])

describe('a range that was watched', () => {
  it('gives the verdict and the weights of an upload of the same', () => {
    const name = expect.stringMatching(/^Watched .* \d\d:00 to \d\d:03 UTC$/)
    expect(watched).toMatchObject({ name, uploads: [], watched: range(), trouble: null })
    expect(watched.result!.verdict).toBe(uploaded.result!.verdict)
    expect(weightsOf(watched)).toBeDefined()
    expect(weightsOf(watched)).toEqual(weightsOf(uploaded))
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
      reason: expect.stringContaining('kept for a few days'),
    })
  })

  it('fails with words about the range where no request came', async () => {
    const { db } = client.api.deps
    const { id } = await db.host.create({ data: { ...hostData('idle'), watch: { create: {} } } })
    await storeWindows(db, id, hostWindows(observed(10, 20).map(withoutRequests)))
    const { trouble } = await client.analyse({ hostId: id, watched: range() })
    expect(trouble).toMatchObject({
      code: 'no-requests',
      message: `The watch saw no request of a guest from ${iso(0)} to ${iso(SECONDS)}.`,
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
