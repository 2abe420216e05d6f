import { describe, expect, test } from 'vitest'
import type { Answers } from '../detect/detection.ts'
import { cpuOf, readAsUploaded, stealOf, wild } from './read-upload.fixture.ts'

const START = Date.UTC(2026, 10, 20, 9) / 1000
/** Mean pCPUs over the 240 s from 09:00:00 UTC, and the share of the vCPU that Xen withheld. */
const TRUTH = 0.3486
const STEAL = 0.05

describe('the same four minutes inside db1', () => {
  test.each<[string, Partial<Answers>, number, number]>([
    ['sar-ko/sar-db1.txt', { timeZone: 'UTC' }, 240, 4],
    ['sar-P-0/sar-db1.txt', { timeZone: 'UTC' }, 240, 4],
    ['sadf-d/sar-db1.csv', { vCpus: 1 }, 240, 4],
    ['vmstat-t/vmstat-db1.txt', { vCpus: 1 }, 239, 2],
  ])('%s', async (path, answers, seconds, digits) => {
    const uploaded = await readAsUploaded(path, await wild(path), answers, { domain: 'db1' })
    expect(uploaded.questions).toEqual([])
    const found = cpuOf(uploaded.set, 'db1')
    expect(found.pCpus).toBeCloseTo(TRUTH, digits)
    expect(found.from).toBe(START)
    expect(found.seconds).toBe(seconds)
    expect(stealOf(uploaded.set, 'db1')).toBeCloseTo(STEAL, 3)
    expect(uploaded.report.rejected).toBe(0)
  })

  test.each(['sadf-d/sar-db1.csv', 'vmstat-t/vmstat-db1.txt'])(
    'asks for the vCPUs of %s, and for nothing else',
    async (path) => {
      const { questions } = await readAsUploaded(path, await wild(path), {}, { vCpus: 1 })
      expect(questions.map(({ id }) => id)).toEqual(['v-cpus'])
    },
  )
})

test('rrd2csv of the same host, by UUID', async () => {
  const path = 'rrd2csv/rrd2csv.csv'
  const { set, report, questions } = await readAsUploaded(path, await wild(path))
  expect(questions).toEqual([])
  expect(report).toMatchObject({ rejected: 0, accepted: 48 })
  const found = cpuOf(set, '1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d')
  expect(found.pCpus).toBeCloseTo(0.9572, 4)
  expect(found.seconds).toBe(240)
})
