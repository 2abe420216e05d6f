import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccessLogSpec,
  contentOnDisk,
  eachMember,
  ObservationBuilder,
  readSource,
  type SourceReport,
  type SourceSpec,
} from './index.ts'
import { NOW, refusalOf } from './read-text.fixture.ts'

const spec: AccessLogSpec = {
  kind: 'access-log',
  syntax: 'apache',
  format: '%{usec}t %>s %D',
  domainBy: { by: 'fixed', domain: 'vm1' },
}
const start = 1_795_191_600
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const number = from + i
    return `${start}${String(number).padStart(6, '0')} 200 ${(number * 7919) % 100_000}\n`
  }).join('')

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function analyse(bytes: Buffer, as: SourceSpec = spec) {
  const path = join(dir, 'upload')
  await writeFile(path, bytes)
  const builder = new ObservationBuilder({ windowSeconds: 60 })
  const reports: SourceReport[] = []
  await eachMember({ content: contentOnDisk(path), name: 'upload' }, async (member, stream) => {
    reports.push(await readSource(stream, as, builder, { path: member.path, now: NOW }))
  })
  return { reports, set: builder.finish() }
}

test('plain, gzip, tar.gz and rotated files give the same observations', async () => {
  const text = lines(0, 9000)
  const plain = await analyse(Buffer.from(text))
  expect(plain.set.observations[0]!.requests!.arrivals).toBe(9000)
  expect((await analyse(gzipSync(text))).set).toEqual(plain.set)
  const rotated = pack()
  rotated.entry({ name: 'vm1.log' }, lines(6000, 3000))
  rotated.entry({ name: 'vm1.log.2.gz' }, gzipSync(lines(0, 2000)))
  rotated.entry({ name: 'vm1.log.1' }, lines(2000, 4000))
  rotated.finalize()
  const parts = await analyse(gzipSync(await buffer(rotated)))
  expect(parts.reports.map((r) => r.accepted)).toEqual([3000, 2000, 4000])
  const [whole, joined] = [plain, parts].map(({ set }) => set.observations[0]!.requests!)
  expect(joined!.interArrival!.count).toBe(8999)
  expect(joined!.interArrival!.meanSeconds).toBeCloseTo(whole!.interArrival!.meanSeconds, 12)
  expect(joined!.duration!.varianceSeconds2).toBeCloseTo(whole!.duration!.varianceSeconds2, 12)
  expect(joined!.duration!.p99Seconds).toBe(whole!.duration!.p99Seconds)
})

test.each<[string, SourceSpec, string]>([
  ['an access log', spec, lines(0, 200_000)],
  [
    'client times',
    {
      kind: 'client-times',
      domain: 'vm1',
      startColumn: 't',
      startUnit: 'us',
      responseColumn: 'd',
      responseUnit: 'us',
    },
    `t,s,d\n${lines(0, 200_000).replaceAll(' ', ',')}`,
  ],
])(
  'gzipped data that was cut short is refused as damaged, and the refusal names the byte (%s)',
  async (_, as, text) => {
    const whole = gzipSync(text)
    const error = await refusalOf(analyse(whole.subarray(0, whole.length - 1000), as))
    expect(error).toMatchObject({ code: 'damaged-gzip', where: { byte: whole.length - 1000 } })
  },
)

test('a decompression bomb is stopped while it is read', async () => {
  const path = join(dir, 'bomb')
  await writeFile(path, gzipSync(lines(0, 50_000)))
  const builder = new ObservationBuilder({ windowSeconds: 60 })
  const walk = eachMember(
    { content: contentOnDisk(path), name: 'bomb' },
    async (_, stream) => void (await readSource(stream, spec, builder, { now: NOW })),
    { limits: { maxUnpackedBytes: 600_000 } },
  )
  expect((await refusalOf(walk)).code).toBe('unpacked-limit')
})

test('a log without a domain is not read', async () => {
  const nobody: AccessLogSpec = { ...spec, domainBy: { by: 'fixed', domain: ' ' } }
  expect((await refusalOf(analyse(Buffer.from(lines(0, 5)), nobody))).code).toBe('bad-spec')
})
