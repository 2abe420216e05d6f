import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTruth } from './client-truth.ts'
import { RecordingReader } from './recording-reader.ts'

const START = 1_795_191_675.5
const stretches = [
  { fromSeconds: 0, toSeconds: 10 },
  { fromSeconds: 10, toSeconds: 20 },
  { fromSeconds: 20, toSeconds: 30 },
]

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'accuracy-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function truthOf(header: string, rows: string[], domain = 'vm1') {
  const csv = [header, ...rows, ''].join('\n')
  await writeFile(path.join(directory, 'client.csv.gz'), gzipSync(csv))
  const reader = new RecordingReader(directory, START)
  return readTruth(reader, { domain, file: 'client.csv.gz' }, START, stretches)
}

const HEADER = 'phase,seq,sched_s,start_epoch,conn_s,resp_s,status,bytes,error'

test('a request belongs to the phase in which it was due to start', async () => {
  const [first, second, third] = await truthOf(HEADER, [
    `1,0,0.5,${START + 0.5},0.001,0.010,200,180,`,
    `1,1,5.5,${START + 5.5},0.001,0.020,200,180,`,
    // This request was planned for the end of the first phase, but sent and answered in the second.
    `1,2,9.999,${START + 10.2},0.001,0.600,200,180,`,
    `2,0,10.0,${START + 10.3},0.001,0.030,200,180,`,
  ])
  expect(first!.requests).toBe(3)
  expect(first!.mean).toBeCloseTo(0.21)
  // The 95th percentile has rank 1 + 0.95 * 2 = 2.9 of 0.01, 0.02, 0.6.
  expect(first!.p95).toBeCloseTo(0.02 + 0.9 * 0.58)
  expect(second).toMatchObject({ requests: 1, meanHalfWidth: null })
  expect(second!.mean).toBeCloseTo(0.03)
  expect(third).toBeNull()
})

test('requests without a good answer have no response time', async () => {
  const [first] = await truthOf(HEADER, [
    `1,0,0.5,${START + 0.5},0.001,0.010,200,180,`,
    `1,1,1.5,${START + 1.5},0.001,0.002,503,180,`,
    `1,2,2.5,${START + 2.5},,,,,timeout`,
    `1,3,3.5,${START + 3.5},0.001,0.040,404,180,`,
  ])
  expect(first).toMatchObject({ requests: 2, unanswered: 2 })
  expect(first!.mean).toBeCloseTo(0.025)
})

test('without planned times the real ones count', async () => {
  const [first, second] = await truthOf('start_epoch,resp_s', [
    `${START + 9.9},0.010`,
    `${START + 10.1},0.020`,
  ])
  expect(first!.mean).toBeCloseTo(0.01)
  expect(second!.mean).toBeCloseTo(0.02)
})

test('the interval comes from the means of ten parts', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, part) => `1,${part},${part + 0.5},${START + part},0,${part < 5 ? 0.01 : 0.03},200,1,`,
  )
  const [first] = await truthOf(HEADER, rows)
  expect(first!.batches.map(({ requests }) => requests)).toEqual(Array(10).fill(1))
  // The standard deviation of five 0.01 and five 0.03 is sqrt(10 * 0.01^2 / 9); t with 9 degrees of
  // freedom is 2.262.
  expect(first!.meanHalfWidth).toBeCloseTo((2.262 * Math.sqrt(1e-3 / 9)) / Math.sqrt(10))
})
