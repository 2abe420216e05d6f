import { expect, test } from 'vitest'
import { Request } from './requests.ts'
import { TimeSharing } from './time-sharing.ts'

const ms = 1e6

function jobOf(demandMs: number): Request {
  const job = new Request()
  job.leftNs = demandMs * ms
  return job
}

/**
 * Runs the vCPU without interruption.
 * @returns [time in ms, job] of each end
 */
function play(queue: TimeSharing, arrivals: [atMs: number, job: number, demandMs: number][]) {
  const ends: [number, number][] = []
  const jobs = new Map<Request, number>()
  const waiting = [...arrivals]
  let now = 0
  for (;;) {
    const next = waiting[0] ? waiting[0][0] * ms : Number.POSITIVE_INFINITY
    const turnAt = queue.size === 0 ? Number.POSITIVE_INFINITY : now + queue.timeToTurn(now)
    const until = Math.min(next, turnAt)
    if (until === Number.POSITIVE_INFINITY) return ends
    if (queue.size > 0) queue.advance(until - now, until)
    now = until
    if (turnAt <= next) {
      const job = queue.turn()
      if (job !== null) ends.push([now / ms, jobs.get(job)!])
    } else {
      const [, number, demandMs] = waiting.shift()!
      const job = jobOf(demandMs)
      jobs.set(job, number)
      queue.add(job)
    }
  }
}

const queue = (endless = 0) => new TimeSharing(4 * ms, 0, endless)

test('a lone job is not interrupted', () => {
  expect(play(queue(), [[1, 0, 30]])).toEqual([[31, 0]])
})

test('two jobs take turns at ticks, once the slice of one is used up', () => {
  // 0 runs to the tick at 4 (more than 3 ms), 1 to 8, 0 to its end at 10.4, 1 to its end.
  const jobs: [number, number, number][] = [
    [0, 0, 6.4],
    [0, 1, 6.4],
  ]
  expect(play(queue(), jobs)).toEqual([
    [10.4, 0],
    [12.8, 1],
  ])
})

test('short jobs that arrive one after the other are served first come, first served', () => {
  const jobs: [number, number, number][] = [
    [0, 0, 1.5],
    [0.1, 1, 1.5],
    [0.2, 2, 1.5],
  ]
  expect(play(queue(), jobs).map(([, job]) => job)).toEqual([0, 1, 2])
})

test('a newly woken job runs at once, ahead of one that has had more than 1.5 ms', () => {
  const jobs: [number, number, number][] = [
    [0, 0, 20],
    [0, 1, 20],
    [13.5, 2, 1],
  ]
  // Turns: 0 to 4, 1 to 8, 0 to 12, 1 from 12: at 13.5 it has had 5.5 and job 0 8, so 2 begins at
  // 4.
  expect(play(queue(), jobs)[0]).toEqual([14.5, 2])
})

test('a job within its advance is not interrupted', () => {
  const jobs: [number, number, number][] = [
    [0, 0, 2],
    [0.9, 1, 1],
  ]
  expect(play(queue(), jobs)).toEqual([
    [2, 0],
    [3, 1],
  ])
})

test('a job gets half of the vCPU next to endless work', () => {
  const [[at]] = play(queue(1), [[0, 0, 100]]) as [[number, number]]
  expect(at).toBeGreaterThan(190)
  expect(at).toBeLessThan(205)
})

test('a job taken by another vCPU is not lost, and its turn passes', () => {
  const shared = queue()
  const [first, last] = [jobOf(5), jobOf(6)]
  shared.add(first)
  shared.add(last)
  shared.advance(2 * ms, 2 * ms)
  expect(shared.take()).toBe(last)
  expect(last.leftNs).toBe(6 * ms)
  expect(shared.timeToTurn(2 * ms)).toBe(3 * ms)
  expect(shared.take()).toBe(first)
  expect(first.leftNs).toBe(3 * ms)
  expect(shared.size).toBe(0)
})
