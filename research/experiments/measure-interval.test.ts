import { expect, test } from 'vitest'
import { clientRequests } from './client-requests.ts'
import { measureInterval } from './measure-interval.ts'

const INTERVAL = { fromEpochSeconds: 100, toEpochSeconds: 130 }
const at = (startEpochSeconds: number, seconds: number | null, lateSeconds = 0) => {
  return { startEpochSeconds, lateSeconds, seconds }
}

test('both readings of the 95th percentile: of requests and of the means of windows', () => {
  const calm = Array.from({ length: 95 }, (_, nth) => at(100 + nth / 10, 0.01))
  const slow = Array.from({ length: 5 }, (_, nth) => at(115 + nth, 0.11))
  const measured = measureInterval([...calm, ...slow], INTERVAL, 10)!
  expect(measured).toMatchObject({ requests: 100, unanswered: 0 })
  expect(measured.meanMs).toBeCloseTo(15, 9)
  expect(measured.p95Ms).toBeGreaterThanOrEqual(10)
  expect(measured.p95Ms).toBeLessThan(110)
  // The windows have means of 10 and 110 ms, and nothing was sent in the third.
  expect(measured.peakOfMeansMs).toBeGreaterThan(measured.p95Ms)
  expect(measured.peakOfMeansMs).toBeLessThanOrEqual(110)
})

test('a request belongs to the interval in which it was sent', () => {
  const requests = [at(99.9, 5), at(100, 0.1), at(129.9, 0.2), at(130, 5)]
  expect(measureInterval(requests, INTERVAL, 10)!.requests).toBe(2)
  expect(measureInterval(requests, INTERVAL, 10)!.meanMs).toBeCloseTo(150, 9)
})

test('what was not answered is counted, and has no time', () => {
  const measured = measureInterval([at(101, 0.1), at(102, null)], INTERVAL, 10)
  expect(measured).toMatchObject({ requests: 2, unanswered: 1, meanMs: 100 })
  expect(measureInterval([at(101, null)], INTERVAL, 10)).toBeNull()
})

test('says how late the latest request was sent', () => {
  const requests = [at(101, 0.1, 0.001), at(102, 0.1, 0.08), at(140, 0.1, 0.3)]
  expect(measureInterval(requests, INTERVAL, 10)!.latestMs).toBeCloseTo(80, 9)
})

test('reads what replay.c writes', () => {
  const csv = `phase,seq,sched_s,start_epoch,conn_s,resp_s,status,bytes,error
1,0,0.100000,1795000000.6,0.0004,0.007000,200,180,
2,1,0.150000,1795000000.7,0.000000,0.000300,0,0,Connection refused
`
  const [first, second] = clientRequests(csv, 1_795_000_000.5)
  expect(first).toMatchObject({ startEpochSeconds: 1_795_000_000.6, seconds: 0.007 })
  expect(first!.lateSeconds).toBeCloseTo(0, 5)
  expect(second!.lateSeconds).toBeCloseTo(0.05, 5)
  expect(second!.seconds).toBeNull()
})
