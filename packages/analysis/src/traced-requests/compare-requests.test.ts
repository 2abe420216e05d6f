import { describe, expect, test } from 'vitest'
import { compareRequests, type RequestComparison } from './compare-requests.ts'
import { type SpentTime, spentTime } from './spent-time.ts'
import { playHost } from './traced-host.fixture.ts'

const SECONDS = 10
const GUESTS = [
  { name: 'vm1', perSecond: 25, cpuSeconds: 0.008 },
  { name: 'vm2', perSecond: 25, cpuSeconds: 0.006 },
  { name: 'vm3', perSecond: 25, cpuSeconds: 0.004 },
]
const ANY = { from: 0, to: Number.POSITIVE_INFINITY }

/** The slowest twentieth of vm1's requests against all others. */
function slowestOf(spent: SpentTime): RequestComparison {
  const times = spent.requests.map((each) => each.endSeconds - each.startSeconds)
  const from = times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)]!
  const part = { fromSeconds: 0, toSeconds: SECONDS }
  return compareRequests(spent, part, { startSeconds: ANY, responseSeconds: { from, to: 1e9 } })!
}

function play(seed: number, hog: { name: string; from: number; to: number } | null): SpentTime {
  const { schedule, requests } = playHost({ seconds: SECONDS, guests: GUESTS, hog, seed })
  return spentTime(schedule, 'vm1', requests.get('vm1')!)
}

describe('what slow requests have in common', () => {
  test('is the hog that was let loose in 95 % of cases at least, mostly with its time', () => {
    const cases = Array.from({ length: 20 }, (_, i) => ({
      seed: 1 + 7919 * i,
      hog: { name: i % 2 === 0 ? 'vm2' : 'vm3', from: 0.5 + 0.4 * i, to: 1.5 + 0.4 * i },
    })).map(({ seed, hog }) => ({ hog, compared: slowestOf(play(seed, hog)) }))
    const named = cases.filter(({ hog, compared: { parts } }) => {
      const waits = parts.filter((part) => part.kind === 'waits' && part.isOverRepresented)
      return waits[0]?.domain === hog.name
    })
    const timed = cases.filter(({ hog, compared: { periods } }) =>
      periods.some((at) => at.fromSeconds < hog.to && at.toSeconds > hog.from),
    )
    expect(named.length / cases.length).toBeGreaterThanOrEqual(0.95)
    expect(timed.length / cases.length).toBeGreaterThanOrEqual(0.75)
  })

  test('adds up: the differences of the parts are that of the means', () => {
    const spent = play(5, { name: 'vm2', from: 2, to: 3 })
    const { selected, others, parts } = slowestOf(spent)
    expect(selected.requests + others.requests).toBe(spent.requests.length)
    const sum = parts.reduce((total, { differenceSeconds }) => total + differenceSeconds, 0)
    expect(sum).toBeCloseTo(selected.meanSeconds - others.meanSeconds, 9)
    for (const { lowSeconds, differenceSeconds, highSeconds } of parts) {
      expect(lowSeconds).toBeLessThanOrEqual(differenceSeconds)
      expect(highSeconds).toBeGreaterThanOrEqual(differenceSeconds)
    }
    expect(parts.map((part) => part.differenceSeconds)).toEqual(
      parts.map((part) => part.differenceSeconds).toSorted((a, b) => b - a),
    )
  })

  test('is nothing where the selection has nothing to do with time spent', () => {
    const falsely = Array.from({ length: 20 }, (_, i) => {
      const spent = play(100 + i, null)
      // Every other request in turn: those with an even position are put into the first half.
      const requests = spent.requests.map((_, at) => ({
        startSeconds: at % 2 === 0 ? 1 : 4,
        endSeconds: at % 2 === 0 ? 1.1 : 4.1,
      }))
      const part = { fromSeconds: 0, toSeconds: SECONDS }
      const selection = { startSeconds: { from: 0, to: 2 }, responseSeconds: ANY }
      const { parts } = compareRequests({ ...spent, requests }, part, selection)!
      return parts.filter(({ isOverRepresented }) => isOverRepresented).length / parts.length
    })
    const mean = falsely.reduce((sum, each) => sum + each, 0) / falsely.length
    expect(mean).toBeLessThan(0.06)
  })

  test('cannot be told of fewer than two requests on either side', () => {
    const spent = play(3, null)
    const compare = (from: number, to: number) =>
      compareRequests(
        spent,
        { fromSeconds: 0, toSeconds: SECONDS },
        { startSeconds: { from, to }, responseSeconds: ANY },
      )
    const [first, second] = spent.requests
    expect(compare(first!.startSeconds, first!.startSeconds)).toBeNull()
    expect(compare(second!.startSeconds, SECONDS)).toBeNull()
    expect(compare(first!.startSeconds, second!.startSeconds)?.selected.requests).toBe(2)
  })
})
