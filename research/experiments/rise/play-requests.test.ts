import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { playRequests } from './play-requests.ts'

/** Clients that note who asked for how many rounds, and how many waited at once. */
function clientsOf(count: number) {
  const asked: [client: number, rounds: number][] = []
  const waiting = { now: 0, most: 0 }
  const askOnce = async (client: number, rounds: number) => {
    asked.push([client, rounds])
    waiting.most = Math.max(waiting.most, ++waiting.now)
    await turn()
    waiting.now -= 1
    if (rounds === 13) throw new Error('no answer')
  }
  return { count, askOnce, asked, waiting }
}

const request = (guest: number, work: number) => ({ guest, atSeconds: 0, work })

it('asks for the planned work in order, whichever client is free', async () => {
  const guests = [clientsOf(2), clientsOf(1)]
  const requests = [1, 2, 0.0001, 1.3].map((work) => request(0, work))
  const times = { startEpochMs: Date.now(), roundsOf: [10, 100] }
  const played = await playRequests([...requests, request(1, 1)], guests, times)
  expect(guests.map(({ asked }) => asked)).toEqual([
    [
      [0, 10],
      [1, 20],
      [0, 1],
      [1, 13],
    ],
    [[0, 100]],
  ])
  expect(guests[0]!.waiting.most).toBe(2)
  expect(played.map(({ guest }) => guest)).toEqual([0, 0, 0, 0, 1])
})

it('counts from when a request was due, and has no time for one that failed', async () => {
  const times = { startEpochMs: Date.now() - 5_000, roundsOf: [10] }
  const played = await playRequests([request(0, 1), request(0, 1.3)], [clientsOf(1)], times)
  expect(played[0]!.seconds).toBeGreaterThanOrEqual(5)
  expect(played[1]!.seconds).toBeNull()
})
