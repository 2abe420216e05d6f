import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArrivals } from '../../analyses/replay/stored-arrivals.ts'
import { type SentFile, startUploadClient, type UploadClient } from '../testing/upload-client.ts'

const WILD = path.resolve(import.meta.dirname, '../../../../../packages/traces/fixtures/wild')
const START = '2026-11-20T09:00:00.000Z'

/** Files as people have them, each with a control for what it does not bring itself. */
function filesOf(trait: string): SentFile[] {
  const inFolder = (folder: string) =>
    readdirSync(path.join(WILD, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gz'))
      .map((name) => ({
        name: name.replace(/\.gz$/, ''),
        content: gunzipSync(readFileSync(path.join(WILD, folder, name))),
      }))
  const own = inFolder(trait)
  const has = (part: string) => own.some(({ name }) => name.includes(part))
  const control = inFolder('common').filter(
    ({ name }) =>
      !(name.startsWith('xentop') && has('xentop')) && !(name === 'web1.log' && has('web1')),
  )
  return [...own, ...control]
}

let client: UploadClient
let hostId: string
beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.call(contract.createHost, { body: { name: 'xen1' } })).body.id
})
afterAll(() => client.close())

const SETTINGS: Record<string, (id: string) => object> = {
  'duration-unit': () => ({ durationUnit: 'us' }),
  'start-time': () => ({ startedAt: START }),
  interval: () => ({ intervalSeconds: 1 }),
  'time-zone': () => ({ timeZone: 'UTC' }),
}

/** Uploads the files and answers what is asked, about domains with `web1`. */
async function settled(files: SentFile[]): Promise<contract.Upload> {
  let upload = await client.upload(files)
  for (let round = 0; round < 6 && upload.openQuestions.length > 0; round++) {
    const { sourceId, questionId } = upload.openQuestions[0]!
    const source = upload.sources.find(({ id }) => id === sourceId)!
    const body =
      questionId === 'domain'
        ? { domains: [{ found: source.domains[0]!.found, domain: 'web1' }] }
        : { settings: SETTINGS[questionId]!(questionId) }
    const params = { id: upload.id, sourceId }
    const reply = await client.call(contract.updateSource, { params, body })
    expect(reply.status).toBe(200)
    upload = reply.body
  }
  return upload
}

async function analysed(...ofUploads: SentFile[][]) {
  const uploads: contract.Upload[] = []
  for (const files of ofUploads) uploads.push(await settled(files))
  expect(uploads.flatMap(({ openQuestions }) => openQuestions)).toEqual([])
  const { id, trouble, result } = await client.analyse({
    hostId,
    uploadIds: uploads.map((each) => each.id),
    options: { stepShare: 0.2 },
  })
  expect(trouble).toBeNull()
  return { id, uploadIds: uploads.map((each) => each.id), ...result! }
}

it.each([
  'common',
  'day-long-log',
  'ws-101',
  'xentop-ts',
  'xentop-loop-i1',
  'xentop-repeat-header',
  'nginx-json',
  'format-added-midway',
])('%s leads to the same minute of web1', async (trait) => {
  const result = await analysed(filesOf(trait))
  const web1 = result.domains.find(({ domain }) => domain === 'web1')!
  expect(web1.measured!.requests).toBeGreaterThan(500)
  expect(web1.measured!.meanMs).toBeGreaterThan(37)
  expect(web1.measured!.meanMs).toBeLessThan(42)
  expect(Date.parse(result.range.from)).toBeGreaterThanOrEqual(Date.parse(START) - 20_000)
  expect(Date.parse(result.range.to)).toBeLessThan(Date.parse(START) + 300_000)
  const { body } = await client.call(contract.getAnalysisSeries, { params: { id: result.id } })
  expect(body.windowSeconds).toBe(10)
})

it('whole seconds give no response times', async () => {
  const upload = await client.upload(filesOf('whole-seconds'))
  const log = upload.sources.find(({ path: name }) => name === 'web1.log')!
  expect(log.questions.map(({ id }) => id)).toContain('duration-unit')
})

it('two runs of xentop in one file are refused with the line and the way out', async () => {
  const { sources } = await settled(filesOf('xentop-appended'))
  expect(sources.find(({ path: name }) => name === 'xentop.log')!.trouble).toMatchObject({
    message: expect.stringContaining('several runs of xentop'),
    fix: expect.stringContaining('before line 246'),
  })
})

describe('what two uploads of a host both hold counts once', () => {
  const partOf = (files: SentFile[], from: number, to?: number) =>
    files.map((file) =>
      file.name === 'web1.log'
        ? {
            ...file,
            content: `${file.content.toString().trimEnd().split('\n').slice(from, to).join('\n')}\n`,
          }
        : file,
    )
  const common = filesOf('common')

  it.each<[string, SentFile[][], RegExp]>([
    ['the same files', [common, common], /web1\.log is in two of the uploads/],
    [
      'a log that was pulled again when it had gone on',
      [partOf(common, 0, 600), partOf(common, 300)],
      /requests of web1 stand in two files/,
    ],
  ])('%s', async (_, uploads, note) => {
    const alone = await analysed(common)
    const both = await analysed(...uploads)
    const { db } = client.api.deps
    for (const { domain, measured, utilisation } of alone.domains) {
      const same = both.domains.find((each) => each.domain === domain)!
      expect(same.utilisation).toBeCloseTo(utilisation!, 6)
      // A file may begin in the middle of a second, of which it then shares a part unseen.
      if (!measured) continue
      expect(Math.abs(same.measured!.requests - measured.requests)).toBeLessThan(20)
      expect(Math.abs(same.measured!.meanMs! - measured.meanMs!)).toBeLessThan(0.5)
    }
    expect(both.dataQuality.map(({ text }) => text).join(' ')).toMatch(note)
    const [arrivals] = await loadArrivals(db, both.id)
    const requests = both.domains.find(({ domain }) => domain === 'web1')!.measured!.requests
    expect(arrivals).toMatchObject({ domain: 'web1' })
    expect(arrivals!.offsetsSeconds.length).toBe(requests)
  })
})

it('a trace of one sample says nothing: a warning on its card and with the evidence', async () => {
  const files = filesOf('common').map((file) =>
    file.name === 'xentop.log'
      ? { ...file, content: file.content.toString().split('\n').slice(0, 4).join('\n') }
      : file,
  )
  const { dataQuality, uploadIds } = await analysed(files)
  const { body } = await client.call(contract.getUpload, { params: { id: uploadIds[0]! } })
  const { warnings } = contract.Upload.parse(body).sources.find(
    ({ path: name }) => name === 'xentop.log',
  )!
  expect(warnings.join(' ')).toContain('Nothing was measured')
  const said = dataQuality.find(({ text }) => text.includes('Nothing was measured'))
  expect(said).toMatchObject({ severity: 'warning' })
})

it('lines that are no requests are counted on the card of their log', async () => {
  const { uploadIds } = await analysed(filesOf('ws-101'))
  const { body } = await client.call(contract.getUpload, { params: { id: uploadIds[0]! } })
  const { report } = contract.Upload.parse(body).sources.find(
    ({ path: name }) => name === 'web1.log',
  )!
  expect(report!.setAside).toEqual({ upgraded: 5 })
})
