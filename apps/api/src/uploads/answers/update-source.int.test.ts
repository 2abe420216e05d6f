import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPath } from '../testing/stored-path.ts'
import {
  type SentFile,
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../testing/upload-client.ts'

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

const combined = (duration: string) =>
  Array.from(
    { length: 120 },
    (_, i) =>
      `10.0.0.1 - - [01/Oct/2026:12:0${Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')} +0200] "GET / HTTP/1.1" 200 13 "-" "curl" ${duration}\n`,
  ).join('')

/** A sample of xentop with one domain. */
const rowsOf = (name: string, cpuSeconds = 10) => [
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k) VBDS   VBD_OO   VBD_RD   VBD_WR  VBD_RSECT  VBD_WSECT SSID',
  `       ${name} --b---         ${cpuSeconds}   20.0     655360   31.3     655360      31.3     1    0        0        0    0        0        0        0          0          0    0`,
]

async function answer(
  upload: contract.Upload,
  source: contract.Source,
  body: Record<string, unknown>,
) {
  const params = { id: upload.id, sourceId: source.id }
  return client.call(contract.updateSource, { params, body })
}

async function one(file: SentFile) {
  const upload = await client.upload([file])
  return { upload, source: upload.sources[0]! }
}

describe('the unit of an unnamed duration', () => {
  it('is asked for, with what each unit would mean, and open until it is answered', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    expect(upload.state).toBe('ready')
    expect(upload.openQuestions).toMatchObject([
      { sourceId: source.id, questionId: 'duration-unit' },
    ])
    const [question] = source.questions
    expect(question?.candidates.map((c) => [c.value, c.meaning])).toEqual(
      expect.arrayContaining([
        ['us', expect.stringContaining('5.956 ms')],
        ['s', expect.any(String)],
      ]),
    )
    const refused = await client.call(contract.createAnalysis, {
      body: { hostId: await someHost(), uploadIds: [upload.id] },
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'open-questions' } })
    expect(refused.body.detail).toContain('vm1.log')
  })

  it('200 is stored, and the sample is read again', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const reply = await answer(upload, source, { settings: { durationUnit: 'us' } })
    expect(reply.status).toBe(200)
    const after = contract.Upload.parse(reply.body)
    expect(after.openQuestions).toEqual([])
    expect(after.sources[0]?.settings.durationUnit).toBe('us')
    const fields = after.sources[0]?.samples[0]?.fields
    expect(fields?.find((field) => field.name === '%D')?.value).toContain('5.956 ms')
  })
})

describe('a pasted log format', () => {
  it('200 turns an unknown file into an access log', async () => {
    const content = 'n1|2026-10-01T12:00:00+00:00|0.005|200\n'.repeat(50)
    const { upload, source } = await one({ name: 'vm1.log', content })
    expect(upload.state).toBe('refused')
    expect(source.kind).toBe('unknown')
    const logFormat = '$hostname|$time_iso8601|$request_time|$status'
    const reply = await answer(upload, source, { settings: { logFormat } })
    expect(reply).toMatchObject({ status: 200, body: { state: 'ready', trouble: null } })
    expect(reply.body.sources[0]).toMatchObject({
      kind: 'access-log',
      included: true,
      trouble: null,
    })
    expect(reply.body.sources[0].samples[0].fields.length).toBeGreaterThan(2)
  })

  it.each([
    ['does not fit the lines', '%h %l %u'],
    ['is not a format at all', '%{'],
    ['fits other lines', '$remote_addr [$time_local] $request_time'],
  ])('400 when it %s, changing nothing', async (_, logFormat) => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const reply = await answer(upload, source, { settings: { logFormat } })
    expect(reply.status).toBe(422)
    expect(reply.body.invalidParams[0].name).toBe('body.settings.logFormat')
    const params = { id: upload.id }
    expect((await client.call(contract.getUpload, { params })).body).toEqual(upload)
  })
})

describe('the interval of xentop', () => {
  const rows = rowsOf('vm1')
  const clocked = (...clocks: string[]) =>
    clocks
      .flatMap((clock, i) => [`xentop - ${clock}   Xen 4.17.7`, ...rowsOf('vm1', 10 + i)])
      .join('\n')
  const asked = (source: contract.Source) => source.questions.map(({ id }) => id).sort()

  it('is taken from its own clocks where it prints them', async () => {
    const content = clocked('12:00:00', '12:00:05', '12:00:10')
    const { upload, source } = await one({ name: 'xentop.txt', content: `${content}\n` })
    expect(asked(source)).toEqual(['start-time'])
    const startedAt = '2026-10-01T12:00:00.000Z'
    expect((await answer(upload, source, { settings: { startedAt } })).status).toBe(200)
    const row = await client.api.deps.db.source.findUniqueOrThrow({ where: { id: source.id } })
    expect(row.spec).toMatchObject({ kind: 'xentop', stamps: 'time-of-day' })
  })

  it('is asked for where it prints none, and the answer outweighs the clocks', async () => {
    const bare = await one({ name: 'xentop.txt', content: `${[...rows, ...rows].join('\n')}\n` })
    expect(asked(bare.source)).toEqual(['interval', 'start-time'])
    const content = clocked('12:00:00', '12:00:05')
    const { upload, source } = await one({ name: 'xentop.txt', content: `${content}\n` })
    const settings = { startedAt: '2026-10-01T12:00:00.000Z', intervalSeconds: 2 }
    await answer(upload, source, { settings })
    const row = await client.api.deps.db.source.findUniqueOrThrow({ where: { id: source.id } })
    expect(row.spec).toMatchObject({ intervalSeconds: 2 })
  })
})

describe('the start of a CPU trace', () => {
  const wanted = (path: string) => path.startsWith('xenmon/') || path.startsWith('access/')

  it('is suggested from the load, asked for, and answered once for all files of a run', async () => {
    const upload = await client.upload(sampleFiles('paper-table3-equal', wanted))
    const xenmon = upload.sources.filter((source) => source.kind === 'xenmon')
    // Without a recording the mapping of numbers to domains is unknown too.
    const vm1 = xenmon.find((source) => source.path.endsWith('log-dom1.log'))!
    expect(vm1.questions.map((question) => question.id).sort()).toEqual(['domain', 'start-time'])
    for (const source of xenmon) {
      const number = /log-dom([123])\.log/.exec(source.path)?.[1]
      if (!number) continue
      const domains = [{ found: `dom${number}`, domain: `vm${number}` }]
      expect((await answer(upload, source, { domains })).status).toBe(200)
    }
    const again = await client.inspect(upload.id)
    const start = again.sources
      .find((source) => source.path.endsWith('log-dom1.log'))!
      .questions.find((question) => question.id === 'start-time')
    expect(start?.candidates[0]?.meaning).toMatch(/correlation 0\.[5-9]/)
    expect(start?.suggested).toBe(start!.candidates[0]!.value)
    const suggested = Date.parse(start!.candidates[0]!.value) / 1000
    // recording.json, which was not uploaded, holds the true start: 1795191673.3.
    expect(Math.abs(suggested - 1795191673.3)).toBeLessThan(2.5)
    const reply = await answer(again, again.sources.find((s) => s.path.endsWith('log-dom1.log'))!, {
      settings: { startedAt: start!.candidates[0]!.value },
    })
    const open = contract.Upload.parse(reply.body).openQuestions.map((q) => q.questionId)
    expect(new Set(open)).toEqual(new Set(['duration-unit']))
  })
})

describe('the domains of a source', () => {
  it('200 are matched, or left out', async () => {
    const { upload, source } = await one({ name: 'web.log', content: combined('5956') })
    const found = source.domains[0]!.found
    const matched = await answer(upload, source, {
      domains: [{ found, domain: 'vm7' }],
      settings: { durationUnit: 'us' },
    })
    const origin = { kind: 'operator', path: null }
    expect(matched.body.sources[0].domains).toEqual([{ found, domain: 'vm7', origin }])
    const left = await answer(upload, source, { domains: [{ found, domain: null }] })
    expect(left.body.sources[0].domains).toEqual([{ found, domain: null, origin }])
    expect(left.body.openQuestions).toEqual([])
  })

  it('400 for a name that does not occur in it', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const reply = await answer(upload, source, { domains: [{ found: 'other', domain: 'vm1' }] })
    expect(reply.body.invalidParams).toEqual([
      { name: 'body.domains.0.found', reason: 'is not found in this source' },
    ])
  })
})

describe('updateSource', () => {
  it('200 includes and leaves out a source, also after the next inspection', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    await answer(upload, source, { included: false, settings: { durationUnit: 'us' } })
    const again = await client.inspect(upload.id)
    expect(again.sources[0]).toMatchObject({ included: false, settings: { durationUnit: 'us' } })
  })

  it('states why a source is left out only while it is', async () => {
    const upload = await client.upload(
      sampleFiles('paper-table3-equal', (path) => /vm1\.log|recording/.test(path)),
    )
    const coarse = upload.sources.find((source) => source.path === 'access/vm1.log.gz')!
    expect(coarse).toMatchObject({ included: false })
    expect(coarse.warnings.join()).toContain('access-epoch/vm1.log.gz')
    const { body } = await answer(upload, coarse, { included: true })
    const after = contract.Upload.parse(body).sources.find((source) => source.id === coarse.id)
    expect(after).toMatchObject({ included: true, warnings: [] })
  })

  it('401, 403, 404 and 422 for requests that cannot be accepted', async () => {
    const { upload, source } = await one({ name: 'empty.log', content: '' })
    const params = { id: upload.id, sourceId: source.id }
    const body = { included: true }
    const viewer = await client.api.as('viewer')
    expect((await client.api.anonymous(contract.updateSource, { params, body })).status).toBe(401)
    expect((await viewer(contract.updateSource, { params, body })).status).toBe(403)
    const missing = { ...params, sourceId: crypto.randomUUID() }
    expect((await client.call(contract.updateSource, { params: missing, body })).status).toBe(404)
    expect(await client.call(contract.updateSource, { params, body })).toMatchObject({
      status: 422,
      body: { code: 'source-refused' },
    })
  })

  it('409 while the upload is being inspected', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const { db } = client.api.deps
    const job = await db.job.create({
      data: { kind: 'inspect-upload', payload: {}, state: 'running' },
    })
    await db.upload.update({
      where: { id: upload.id },
      data: { state: 'receiving', jobId: job.id },
    })
    expect((await answer(upload, source, { included: false })).status).toBe(409)
  })
})

describe('a name in a file that holds characters nobody sees', () => {
  const clock = (at: string, i: number) => [
    `xentop - ${at}   Xen 4.17.7`,
    ...rowsOf('vm1\u202egol', 10 + i),
  ]
  const content = ['12:00:00', '12:00:05', '12:00:10'].flatMap(clock).join('\n')

  it('is shown with escapes, stands for nothing by itself, and can be matched', async () => {
    const { upload, source } = await one({ name: 'xentop.txt', content: `${content}\n` })
    const [{ found, domain }] = source.domains as [contract.Source['domains'][number]]
    expect(found).toBe('vm1\\u202egol')
    expect(domain).toBeNull()
    const asked = source.questions.find(({ id }) => id === 'domain')
    expect(asked?.text).toContain(found)
    const reply = await answer(upload, source, { domains: [{ found, domain: 'vm1' }] })
    expect(reply.status).toBe(200)
    expect(reply.body.sources[0].domains).toMatchObject([{ found, domain: 'vm1' }])
    const row = await client.api.deps.db.source.findUniqueOrThrow({ where: { id: source.id } })
    expect(row.domains).toMatchObject([{ found: expect.stringContaining('\u202e') }])
  })

  it('400 for an answer that holds such a character itself', async () => {
    const { upload, source } = await one({ name: 'xentop.txt', content: `${content}\n` })
    const domains = [{ found: source.domains[0]!.found, domain: 'vm1\u202egol' }]
    expect(await answer(upload, source, { domains })).toMatchObject({
      status: 400,
      body: { invalidParams: [{ reason: expect.stringContaining('U+202E') }] },
    })
  })
})

it('400 for a time zone that does not exist, whatever the kind of the source', async () => {
  const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
  const reply = await answer(upload, source, { settings: { timeZone: 'Mars/Olympus' } })
  expect(reply).toMatchObject({
    status: 422,
    body: { invalidParams: [{ name: 'body.settings.timeZone' }] },
  })
})

describe('while the file is being read again', () => {
  it('no connection to the database is held, however many answers come at once', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const file = await slowFile(upload)
    const answers = Array.from({ length: 12 }, () =>
      answer(upload, source, { settings: { durationUnit: 'us' } }),
    )
    await file.isBeingRead()
    const ready = await client.api.app.inject({ url: '/api/v1/health/ready' })
    expect(ready.json().checks.database).toBe('ok')
    file.putBack()
    file.finish()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    // The two that share the slow file get a part of it each.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  it('another answer is stored, and the first is described with it', async () => {
    const { upload, source } = await one({ name: 'vm1.log', content: combined('5956') })
    const file = await slowFile(upload)
    const first = answer(upload, source, { settings: { durationUnit: 'us' } })
    await file.isBeingRead()
    file.putBack()
    const domains = [{ found: source.domains[0]!.found, domain: 'vm7' }]
    expect((await answer(upload, source, { domains })).status).toBe(200)
    file.finish()
    const after = contract.Upload.parse((await first).body).sources[0]
    expect(after).toMatchObject({ settings: { durationUnit: 'us' }, domains: [{ domain: 'vm7' }] })
  })
})

/** Makes the bytes of an upload's only file come when the test wants them to. */
async function slowFile(upload: contract.Upload) {
  const stored = storedPath(client.api.deps.config, upload.files[0]!.id)
  const kept = `${stored}.kept`
  renameSync(stored, kept)
  execFileSync('mkfifo', [stored])
  let pipe: number | undefined
  return {
    async isBeingRead() {
      while (pipe === undefined) {
        try {
          pipe = openSync(stored, constants.O_WRONLY | constants.O_NONBLOCK)
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 10)) // nobody reads it yet
        }
      }
    },
    putBack() {
      unlinkSync(stored)
      copyFileSync(kept, stored)
    },
    finish() {
      writeSync(pipe!, readFileSync(kept))
      closeSync(pipe!)
    },
  }
}

async function someHost(): Promise<string> {
  const name = crypto.randomUUID()
  return (await client.api.deps.db.host.create({ data: { name } })).id
}
