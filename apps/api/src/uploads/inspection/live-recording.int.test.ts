import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordingJson } from '../../recordings/recording-json.ts'
import { facts } from '../../recordings/testing/facts.ts'
import { type SentFile, startUploadClient, type UploadClient } from '../testing/upload-client.ts'

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

/** A guest whose name cannot be distinguished from that of a file. */
const GUEST = 'web.example.org'
const START = facts().xentop.firstSampleAtHostSeconds

const header =
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k) VBDS   VBD_OO   VBD_RD   VBD_WR  VBD_RSECT  VBD_WSECT SSID'
const row = (name: string, cpuSeconds: number, percent: string) =>
  `${name.padStart(10)} --b---         ${cpuSeconds}   ${percent}     655360   31.3     655360      31.3     1    0        0        0    0        0        0        0          0          0    0`
const sampleAt = (second: number) => [
  header,
  row('Domain-0', 10 + Math.floor(0.05 * second), '5.0'),
  row(GUEST, 10 + Math.floor(0.2 * second), '20.0'),
]
const xentop = `${Array.from({ length: 60 }, (_, second) => sampleAt(second))
  .flat()
  .join('\n')}\n`

function accessLog(): string {
  const stamp = (second: number) => {
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(
      new Date((START + second) * 1000).toUTCString(),
    )!
    return `${day}/${month}/${year}:${time} +0000`
  }
  const lines = Array.from(
    { length: 300 },
    (_, i) => `10.0.0.1 - - [${stamp(i / 5)}] "GET /${i} HTTP/1.1" 200 512 ${20_000 + i}`,
  )
  return `${lines.join('\n')}\n`
}

function liveFiles(logFormat: string | null): SentFile[] {
  const { domains } = facts()
  const host = facts({ domains: [domains[0]!, { ...domains[1]!, name: GUEST }] })
  const path = 'access/web_example.org.log'
  const logs = [{ path, domain: GUEST, logFormat }]
  return [
    { name: 'recording.json', content: recordingJson('Live', host, [], logs) },
    { name: 'xentop.txt', content: xentop },
    { name: path, content: accessLog() },
  ]
}

describe('the files of a live recording', () => {
  it('leave no questions, and are read with their own clock', async () => {
    const upload = await client.upload(liveFiles('%h %l %u %t "%r" %>s %b %D'))
    expect(upload).toMatchObject({ state: 'ready', openQuestions: [], trouble: null })
    const log = upload.sources.find(({ kind }) => kind === 'access-log')!
    expect(log.domains).toEqual([
      { found: GUEST, domain: GUEST, origin: { kind: 'recording', path: null } },
    ])
    const specs = await client.api.deps.db.source.findMany({
      where: { uploadId: upload.id, kind: 'xentop' },
    })
    expect(specs[0]!.spec).toMatchObject({ startEpochSeconds: START, intervalSeconds: 1.02 })
  })

  it('may hold the same lines from two guests', async () => {
    const format = '%h %l %u %t "%r" %>s %b %D'
    const { domains } = facts()
    const host = facts({ domains: [...domains, { ...domains[1]!, id: 2, name: 'vm2' }] })
    const logs = ['vm1', 'vm2'].map((domain) => ({
      path: `access/${domain}.log`,
      domain,
      logFormat: format,
    }))
    const upload = await client.upload([
      { name: 'recording.json', content: recordingJson('Live', host, [], logs) },
      { name: 'xentop.txt', content: xentop.replaceAll(GUEST, 'vm1') },
      ...logs.map(({ path }) => ({ name: path, content: accessLog() })),
      { name: 'copy.log', content: accessLog() },
    ])
    const included = upload.sources.filter(
      ({ kind, included }) => kind === 'access-log' && included,
    )
    expect(included.map(({ path, domains: [match] }) => [path, match?.domain])).toEqual([
      ['access/vm1.log', 'vm1'],
      ['access/vm2.log', 'vm2'],
    ])
    expect(upload.openQuestions).toEqual([])
  })

  it('lead to questions only about what the recording does not state', async () => {
    const upload = await client.upload(liveFiles(null))
    expect(upload.openQuestions.map(({ questionId }) => questionId)).toEqual(['duration-unit'])
  })

  it('can be overruled by answers', async () => {
    const upload = await client.upload(liveFiles('%h %l %u %t "%r" %>s %b %D'))
    const { id: sourceId } = upload.sources.find(({ kind }) => kind === 'xentop')!
    const startedAt = '2026-11-21T10:00:00.000Z'
    const settings = { startedAt, intervalSeconds: 2 }
    const reply = await client.call(contract.updateSource, {
      params: { id: upload.id, sourceId },
      body: { settings },
    })
    expect(reply.status).toBe(200)
    const { spec } = await client.api.deps.db.source.findUniqueOrThrow({ where: { id: sourceId } })
    const startEpochSeconds = Date.parse(startedAt) / 1000
    expect(spec).toMatchObject({ startEpochSeconds, intervalSeconds: 2 })
  })
})
