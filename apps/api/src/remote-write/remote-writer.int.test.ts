import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PbfReader } from 'pbf'
import { uncompress } from 'snappyjs'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dateOf } from '../epoch.ts'
import { storeMinutes } from '../loop/testing/store-minutes.ts'
import { minutesAgo } from '../metrics/testing/fill-loop.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { coolWindows } from '../windows/cold/cool-windows.ts'
import { DAY_SECONDS, startOfWindow } from '../windows/levels.ts'
import { RemoteWriter } from './remote-writer.ts'

let deps: TestDeps
let server: Server
let hostId: string
/** The moments of the samples that the receiver has taken, as they came. */
let taken: number[] = []
let headers: Record<string, unknown> = {}
/** What it answers to a request with these moments. */
let answer: (moments: number[]) => number = () => 204

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const moments = momentsIn(Buffer.concat(chunks))
    headers = request.headers
    const status = answer(moments)
    if (status < 300) taken.push(...moments)
    reply.writeHead(status).end(status < 300 ? '' : 'out of bounds')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  deps = await startTestDeps({
    env: {
      STEELYARD_REMOTE_WRITE_URL: `http://127.0.0.1:${port}/api/v1/write`,
      STEELYARD_REMOTE_WRITE_HEADERS: 'authorization=Bearer xyz',
    },
  })
})
afterAll(async () => {
  server.close()
  await deps.close()
})
beforeEach(async () => {
  taken = []
  answer = () => 204
  await deps.db.host.deleteMany()
  const host = await deps.db.host.create({
    data: { name: 'xen1', domains: { create: { name: 'vm1' } }, watch: { create: {} } },
  })
  hostId = host.id
})

/** Those of the first series, in seconds. */
function momentsIn(body: Buffer): number[] {
  const moments: number[] = []
  const reader = new PbfReader(uncompress(new Uint8Array(body)))
  let isFirst = true
  reader.readFields(() => {
    reader.readMessage((field) => {
      if (field !== 2) return
      reader.readMessage((each) => {
        if (each === 2 && isFirst) moments.push(reader.readVarint(true) / 1000)
      }, null)
    }, null)
    isFirst = false
  }, null)
  return moments
}

const FIRST = minutesAgo(20)
/** Minutes since the first one. */
const store = (from: number, minutes: number) =>
  storeMinutes(deps.db, hostId, FIRST + from * 60, minutes, {
    vm1: { perSecond: 1, responseSeconds: 0.2 },
  })
/** The ends of the windows of these minutes. */
const ends = (from: number, minutes: number) =>
  Array.from({ length: minutes * 6 }, (_, index) => FIRST + from * 60 + (index + 1) * 10)

it('sends each window once and in order, also after a restart', async () => {
  await store(0, 6)
  await new RemoteWriter(deps).round()
  expect(taken).toEqual(ends(0, 5))
  expect(headers).toMatchObject({ authorization: 'Bearer xyz', 'content-encoding': 'snappy' })
  await store(6, 8)
  const writers = [new RemoteWriter(deps), new RemoteWriter(deps)]
  await Promise.all(writers.map((writer) => writer.round()))
  expect(taken).toEqual(ends(0, 13))
  await writers[0]!.round()
  expect(taken).toEqual(ends(0, 13))
})

it('begins with the newest quarter of an hour, and skips gaps', async () => {
  await store(0, 2)
  await store(5, 14)
  await new RemoteWriter(deps).round()
  expect(taken).toEqual(ends(5, 13))
})

it.each([503, 429, 401])(
  'waits for a receiver that answers %i, and says so once',
  async (status) => {
    const log = { ...deps.log, warn: vi.fn(), info: vi.fn() } as never as TestDeps['log']
    await store(0, 6)
    const writer = new RemoteWriter({ ...deps, log })
    answer = () => status
    await writer.round()
    await writer.round()
    expect([taken, vi.mocked(log.warn).mock.calls.length]).toEqual([[], 1])
    answer = () => 204
    await writer.round()
    expect([taken, vi.mocked(log.info).mock.calls.length]).toEqual([ends(0, 5), 1])
  },
)

it('leaves out the windows that are refused, and says so once', async () => {
  const log = { ...deps.log, warn: vi.fn() } as never as TestDeps['log']
  await store(0, 6)
  answer = (moments) => (moments[0]! <= FIRST + 120 ? 400 : 204)
  await new RemoteWriter({ ...deps, log }).round()
  expect(taken).toEqual(ends(2, 3))
  expect(vi.mocked(log.warn).mock.calls).toEqual([
    [{ host: 'xen1', refusal: '400 out of bounds' }, expect.any(String)],
  ])
})

it('sends what turned cold while the receiver was away, and what it can where a file is lost', async () => {
  const { db, files } = deps
  const log = {
    ...deps.log,
    error: vi.fn(),
    warn: vi.fn(),
    info: vi.fn(),
  } as never as TestDeps['log']
  const cold = startOfWindow(FIRST - 4 * DAY_SECONDS, DAY_SECONDS)
  const sentTo = dateOf(cold + 60)
  const busy = { vm1: { perSecond: 1, responseSeconds: 0.2 } }
  await storeMinutes(db, hostId, cold, 12, busy)
  await storeMinutes(db, hostId, FIRST, 6, busy)
  await db.remoteWrite.create({ data: { hostId, sentTo, totals: {} } })
  await coolWindows({ ...deps, log }, new AbortController().signal)
  expect(await db.watchWindow.count({ where: { hostId, seconds: 10 } })).toBe(36)
  await new RemoteWriter({ ...deps, log }).round()
  const old = Array.from({ length: 66 }, (_, index) => cold + 60 + (index + 1) * 10)
  expect(taken).toEqual([...old, ...ends(0, 5)])

  await files.remove((await db.coldWindows.findMany()).map(({ id }) => id))
  await db.remoteWrite.update({ where: { hostId }, data: { sentTo } })
  const { id } = await db.host.create({ data: { name: 'xen2', watch: { create: {} } } })
  await storeMinutes(db, id, FIRST, 6, busy)
  taken = []
  await new RemoteWriter({ ...deps, log }).round()
  expect([taken, vi.mocked(log.error).mock.calls.length]).toEqual([ends(0, 5), 1])
})
