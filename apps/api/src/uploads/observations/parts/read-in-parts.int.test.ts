import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { putFile } from '../../../files/files.ts'
import { startJobRunner } from '../../../jobs/job-runner.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { startTestDeps, type TestDeps } from '../../../testing/test-deps.ts'
import { waitForJob } from '../../../testing/wait-for-job.ts'
import { asUploaded } from '../../stored-file.ts'
import { ObservationReader } from '../observation-reader.ts'
import { planParts, RANGE_BYTES } from './plan-parts.ts'
import { readInParts } from './read-in-parts.ts'
import type { ReadPart } from './read-part.kind.ts'
import { readPart } from './read-part.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await startTestDeps({ supervise: true })
})
afterAll(() => deps.close())

const OPTIONS = { windowSeconds: 60, originEpochSeconds: 0, focus: null }
const SPEC = { kind: 'access-log', syntax: 'apache', format: '%h %l %u %t "%r" %>s %b %D' } as const
const START = Date.UTC(2026, 9, 1, 12)

function logOf(lines: number, perSecond: number): Buffer {
  const text = Array.from({ length: lines }, (_, i) => {
    const [, time] = new Date(START + (i / perSecond) * 1000).toISOString().split('T')
    const stamp = `01/Oct/2026:${time!.slice(0, 8)} +0000`
    return `10.0.0.1 - - [${stamp}] "GET /${i} HTTP/1.1" ${i % 50 ? 200 : 503} ${i} ${5000 + (i % 997)}\n`
  })
  return Buffer.from(text.join(''))
}

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 2 ** 18) yield bytes.subarray(at, at + 2 ** 18)
}

/** A stored file with one log in it. */
async function store(domain: string, bytes: Buffer) {
  const upload = await deps.db.upload.create({ data: { name: domain } })
  const file = await deps.db.uploadFile.create({
    data: {
      id: randomUUID(),
      uploadId: upload.id,
      name: `${domain}.log`,
      sizeBytes: bytes.length,
      state: 'complete',
    },
  })
  await putFile(deps.files, file.id, inPieces(bytes))
  const spec = { ...SPEC, domainBy: { by: 'fixed', domain } } as const
  const source = await deps.db.source.create({
    data: {
      uploadId: upload.id,
      fileId: file.id,
      path: file.name,
      kind: 'access-log',
      title: domain,
      spec,
      position: 0,
      settings: {},
      domains: [],
      questions: [],
      facts: {},
    },
  })
  return { file, source, spec }
}

type Stored = Awaited<ReturnType<typeof store>>

const silent = { signal: new AbortController().signal, onProgress: () => {} }

async function readByOne(all: readonly Stored[]) {
  const reader = new ObservationReader(OPTIONS, silent)
  for (const { file, source, spec } of all)
    await reader.read(asUploaded(deps.files, file), [{ id: source.id, path: file.name, spec }])
  return { set: reader.finish(), reports: [...reader.reports] }
}

/** Has parts read for a job, and keeps what they come to. */
async function readShared(parts: readonly ReadPart[]) {
  const whole = { kind: 'read-upload', state: 'running', payload: {}, attempts: 1 }
  const { id: jobId } = await deps.db.job.create({ data: whole })
  const reader = new ObservationReader(OPTIONS, silent)
  const reading = readInParts(
    { deps, jobId, signal: silent.signal },
    parts,
    () => {},
    (found, { bytes }) => reader.add(found, bytes !== null && bytes.from > 0),
  )
  const result = reading.then(() => ({ set: reader.finish(), reports: [...reader.reports] }))
  return { jobId, result }
}

const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'number' ? Number(part.toPrecision(9)) : part,
  )

const partsIn = (all: readonly Stored[]) =>
  all.map(({ source, file, spec }) => ({
    sources: [{ id: source.id, fileId: file.id, path: file.name, spec }],
    bytes: null,
  }))

it('logs of several domains are parts, those of one domain and small ones are not', async () => {
  const big = logOf(80_000, 50)
  const [one, two] = [await store('vm1', big), await store('vm2', big)]
  const [again, small] = [await store('vm1', big), await store('vm3', logOf(100, 50))]
  const plan = async (all: readonly Stored[]) => {
    const { here, parts } = await planParts(
      deps.files,
      all.map(({ file }) => file),
      all.map(({ source }) => source),
    )
    return { here: here.map(({ id }) => id), parts }
  }
  expect(await plan([one, two])).toEqual({ here: [], parts: partsIn([one, two]) })
  expect(await plan([one, again])).toEqual({ here: [one.file.id, again.file.id], parts: [] })
  expect(await plan([one, small])).toEqual({ here: [one.file.id, small.file.id], parts: [] })
  const { here, parts } = await plan([one, two, again, small])
  expect(here).toEqual([small.file.id])
  expect(parts).toHaveLength(2)
  const long = { ...one.file, sizeBytes: BigInt(2 * RANGE_BYTES + 5) }
  const cut = await planParts(deps.files, [long], [one.source])
  expect(cut.parts.map(({ bytes }) => bytes)).toEqual([
    { from: 0, to: RANGE_BYTES },
    { from: RANGE_BYTES, to: 2 * RANGE_BYTES },
    { from: 2 * RANGE_BYTES, to: 2 * RANGE_BYTES + 5 },
  ])
})

it('a part whose worker is killed is read by another one, and nothing counts twice', async () => {
  const bytes = logOf(120_000, 40)
  const all = [await store('vm1', bytes), await store('vm2', logOf(60_000, 20))]
  const whole = partsIn(all).map((part) => ({ ...part, ...OPTIONS }))
  const middle = Math.floor(bytes.length / 2)
  const parts: ReadPart[] = [
    { ...whole[0]!, bytes: { from: 0, to: middle } },
    { ...whole[0]!, bytes: { from: middle, to: bytes.length } },
    whole[1]!,
  ]
  const script = path.join(import.meta.dirname, 'stuck-reader.fixture.ts')
  const env = {
    DATABASE_URL: deps.config.databaseUrl,
    STEELYARD_DATA_DIR: deps.config.dataDir,
    STEELYARD_AUDIT_KEY: deps.config.auditKey,
    STEELYARD_LOG_LEVEL: 'error',
  }
  const killed = startProcess(script, env, 'inherit')
  const { jobId, result } = await readShared(parts)
  const stuck = () =>
    deps.db.job.findFirst({
      where: { wholeId: jobId, progress: { path: ['stage'], equals: 'Stuck' } },
    })
  await expect.poll(stuck, { timeout: 60_000 }).toBeTruthy()
  const { id } = (await stuck())!
  const runner = await startJobRunner(deps, 'worker', [readPart])
  const exited = once(killed, 'exit')
  killed.kill('SIGKILL')
  await exited
  await waitForJob(deps, id, ({ attempts }) => attempts > 1)
  expect(rounded(await result)).toEqual(rounded(await readByOne(all)))
  expect(await deps.db.job.count({ where: { wholeId: jobId } })).toBe(0)
  await runner.stop()
}, 120_000)
