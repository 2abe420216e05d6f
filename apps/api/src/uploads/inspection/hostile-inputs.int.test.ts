import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tarOf } from '../testing/tar-of.ts'
import { type SentFile, startUploadClient, type UploadClient } from '../testing/upload-client.ts'

let client: UploadClient
let hostId: string

beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
})
afterAll(() => client.close())

const lineAt = (second: number, duration: string, path = '/') => {
  const at = new Date(Date.UTC(2026, 9, 1, 12, 0, second)).toUTCString()
  const [, day, month, year, time] = at.split(' ')
  return `10.0.0.1 - - [${day}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" 200 13 ${duration}\n`
}
const log = (count: number, duration = '5000', path?: string) =>
  Array.from({ length: count }, (_, i) => lineAt(i % 60, duration, path)).join('')
const COMMON_D = '%h %l %u %t "%r" %>s %b %D'

async function storedRows() {
  const { db } = client.api.deps
  return {
    sets: await db.observationSet.count(),
    observations: await db.observation.count(),
    windows: await db.analysisWindow.count(),
  }
}

/** Uploads one file alone and returns the resulting upload. */
async function upload(file: SentFile) {
  const before = await storedRows()
  const uploaded = await client.upload([file], { hostId })
  expect(await storedRows()).toEqual(before)
  return { upload: uploaded, source: uploaded.sources[0] }
}

async function declare(uploaded: contract.Upload, logFormat: string) {
  const params = { id: uploaded.id, sourceId: uploaded.sources[0]!.id }
  return client.call(contract.updateSource, { params, body: { settings: { logFormat } } })
}

/** Analyses a log that proves invalid only when read as a whole. Nothing may be stored. */
async function analyseAndFail(uploaded: contract.Upload) {
  const before = await storedRows()
  const analysis = await client.analyse({ hostId, uploadIds: [uploaded.id] })
  expect(analysis.state).toBe('failed')
  expect(analysis.result).toBeNull()
  expect(await storedRows()).toEqual(before)
  const { body } = await client.call(contract.getUpload, { params: { id: uploaded.id } })
  expect(body.sources[0].report).toBeNull()
  return analysis.trouble!
}

describe('inspection, with the reason and what was expected,', () => {
  it('refuses an empty file', async () => {
    const { upload: refused, source } = await upload({ name: 'vm1.log', content: '' })
    expect(refused.state).toBe('refused')
    expect(source).toMatchObject({ kind: 'unknown', included: false })
    expect(source?.trouble?.message).toMatch(/empty/i)
    expect(refused.trouble?.message).toBe(source?.trouble?.message)
  })

  it('refuses binary data', async () => {
    const content = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(5000)])
    const { upload: refused, source } = await upload({ name: 'vm1.log', content })
    expect(refused.state).toBe('refused')
    expect(source?.trouble).toMatchObject({ code: 'not-a-trace' })
    expect(source?.trouble?.expected).toMatch(/xenmon.*access log/)
  })

  it('says what a picture is, and offers no log format for it', async () => {
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500)])
    const both = await client.upload([
      { name: 'Screenshot.png', content: picture },
      { name: 'vm1.log', content: log(100) },
    ])
    expect(both.state).toBe('ready')
    expect(both.sources[0]).toMatchObject({ included: false, adjustable: [], samples: [] })
    expect(both.sources[0]!.trouble).toMatchObject({
      message: 'The file is a PNG picture, neither a log nor a trace.',
      fix: 'Remove it; the other files are analysed without it.',
    })
  })

  it('refuses text that is not a trace', async () => {
    const { source } = await upload({
      name: 'notes.txt',
      content: 'Dear diary,\nno traces here.\n',
    })
    expect(source?.trouble).toMatchObject({ code: 'not-a-trace', where: { path: 'notes.txt' } })
    expect(source?.samples[0]?.raw).toContain('Dear diary')
  })

  it('refuses a truncated gzip, and names the place', async () => {
    const whole = gzipSync(log(5000, '1234'))
    const content = whole.subarray(0, whole.length - 20)
    const { upload: refused, source } = await upload({ name: 'vm1.log.gz', content })
    expect(refused.state).toBe('refused')
    expect(source?.trouble).toMatchObject({ code: 'damaged-gzip', where: { path: 'vm1.log.gz' } })
    expect(source?.trouble?.where?.byte).toBeGreaterThan(0)
    expect(source?.trouble?.fix).toBeTruthy()
  })

  it('refuses a gzip bomb, by its ratio', async () => {
    const content = gzipSync(Buffer.alloc(200 * 2 ** 20), { level: 9 })
    expect(content.length).toBeLessThan(300_000)
    const { upload: refused, source } = await upload({ name: 'vm1.log.gz', content })
    expect(refused.state).toBe('refused')
    expect(source?.trouble?.code).toBe('ratio-limit')
  })

  it('refuses an archive with more members than memory can hold the beginnings of', async () => {
    const members = Array.from({ length: 1001 }, (_, i) => ({ name: `${i}.log`, content: 'x\n' }))
    const both = await client.upload([
      { name: 'many.tar.gz', content: gzipSync(tarOf(members)) },
      { name: 'vm1.log', content: log(100) },
    ])
    const [many, sound] = both.sources
    expect(many).toMatchObject({ path: 'many.tar.gz', trouble: { code: 'too-many-members' } })
    expect(sound).toMatchObject({ included: true, kind: 'access-log' })
  })

  it('refuses a path that leads outside its archive', async () => {
    const content = tarOf([{ name: '../../etc/cron.d/evil', content: log(10) }])
    const { upload: refused, source } = await upload({ name: 'logs.tar', content })
    expect(refused.state).toBe('refused')
    expect(source?.trouble?.code).toBe('unsafe-archive')
  })

  it('refuses a damaged file only, and accepts the others', async () => {
    const whole = gzipSync(log(500))
    const both = await client.upload([
      { name: 'vm1.log.gz', content: whole.subarray(0, whole.length - 9) },
      { name: 'vm2.log', content: log(100) },
    ])
    expect(both.state).toBe('ready')
    const [damaged, sound] = both.sources
    expect(damaged).toMatchObject({ included: false, trouble: { code: 'damaged-gzip' } })
    expect(sound).toMatchObject({ included: true, trouble: null, kind: 'access-log' })
  })
})

describe('a duplicate', () => {
  it('of a file is reported and counted once', async () => {
    const content = log(200)
    const both = await client.upload([
      { name: 'vm1.log', content },
      { name: 'copy of vm1.log', content },
    ])
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(both.files.map((file) => file.sha256)).toEqual([sha256, sha256])
    const copy = both.sources.find((source) => source.path === 'copy of vm1.log')
    expect(copy).toMatchObject({ included: false, trouble: { code: 'duplicate-file' } })
    expect(copy?.trouble?.message).toContain('vm1.log')
    expect(both.sources.filter((source) => source.included)).toHaveLength(1)
  })

  it('inside an archive is left out with a reason', async () => {
    const content = log(200)
    const both = await client.upload([
      { name: 'vm1.log', content },
      { name: 'all.tar.gz', content: gzipSync(tarOf([{ name: 'logs/vm1.log', content }])) },
    ])
    const left = both.sources.filter((source) => !source.included)
    expect(left).toHaveLength(1)
    expect(left[0]?.warnings.join()).toMatch(/the same content as/)
  })
})

describe('reading', () => {
  it('refuses a log in which most lines have another format', async () => {
    // The nonsense begins after the part that the inspection reads.
    const content = log(5000) + 'complete nonsense that is no line of a log\n'.repeat(6000)
    const { upload: uploaded } = await upload({ name: 'vm1.log', content })
    const declared = await declare(uploaded, COMMON_D)
    expect(declared.status).toBe(200)
    const trouble = await analyseAndFail(declared.body)
    expect(trouble).toMatchObject({ code: 'not-as-declared', where: { path: 'vm1.log' } })
    expect(trouble.expected).toBeTruthy()
    expect(trouble.message).toMatch(/6,?000|complete nonsense|half/i)
  })

  it('refuses dates in the future', async () => {
    const content = log(300).replaceAll('/2026:', '/2099:')
    const { upload: uploaded, source } = await upload({ name: 'vm1.log', content })
    const shown = JSON.stringify(source)
    expect(uploaded.state === 'refused' || shown.includes('not understood')).toBe(true)
    expect(shown).toMatch(/future/)
  })
})

describe('reading counts bad lines and accepts the rest', () => {
  async function analyse(content: string) {
    const uploaded = await client.upload([{ name: 'vm1.log', content }], { hostId })
    const declared = await declare(uploaded, COMMON_D)
    expect(declared.status).toBe(200)
    const analysis = await client.analyse({ hostId, uploadIds: [uploaded.id] })
    expect(analysis.state).toBe('succeeded')
    const { body } = await client.call(contract.getUpload, { params: { id: uploaded.id } })
    return { analysis, report: contract.Upload.parse(body).sources[0]!.report! }
  }

  it('for a line of 10 MB', async () => {
    const { report } = await analyse(`${log(100)}${'x'.repeat(10 * 2 ** 20)}\n${log(100)}`)
    expect(report).toMatchObject({ accepted: 200, rejected: 1 })
    expect(report.examples[0]).toMatchObject({ line: 101 })
    expect(report.examples[0]!.excerpt.length).toBeLessThan(300)
  })

  it('for durations in a wrong unit: negative, NaN, longer than a day', async () => {
    const bad = ['-5', 'NaN', '1e999', '999999999999999'].map((d) => lineAt(5, d)).join('')
    const { report } = await analyse(log(100) + bad)
    expect(report).toMatchObject({ accepted: 100, rejected: 4 })
    expect(report.examples.map((example) => example.line)).toEqual([101, 102, 103, 104])
    for (const example of report.examples) expect(example.reason).toBeTruthy()
  })

  it('for some lines of another format', async () => {
    const { report, analysis } = await analyse(`${log(100)}# a comment\n${log(100)}GET / 200\n`)
    expect(report).toMatchObject({ accepted: 201, rejected: 1 })
    expect(analysis.result?.dataQuality.map((reason) => reason.code)).toContain('rejected-lines')
  })

  it('for formulas in URLs, which no export contains as formulas', async () => {
    const { analysis } = await analyse(log(200, '5000', '/=cmd|calc!A1'))
    const params = { id: analysis.id, table: 'observations' }
    const { body } = await client.call(contract.exportAnalysis, { params })
    expect(body).toContain('vm1')
    expect(body).not.toContain('cmd|')
  })
})
