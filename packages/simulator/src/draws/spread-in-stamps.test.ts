import { Random } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadInStamps } from './spread-in-stamps.ts'

const SECONDS = 200
const RATE = 45

function stamped(times: readonly number[]): Float64Array {
  return Float64Array.from(times, Math.floor).sort()
}

function gapsOf(times: Float64Array): { mean: number; scv: number } {
  const gaps = [...times.slice(1)].map((time, k) => time - times[k]!)
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return { mean, scv: variance / mean ** 2 }
}

function renewal(seed: number, scv: number): number[] {
  const random = new Random(seed, 1)
  const times: number[] = []
  for (let time = 0; time < SECONDS; ) {
    time += (scv === 0 ? 1 : random.gamma(1 / scv) * scv) / RATE
    if (time < SECONDS) times.push(time)
  }
  return times
}

describe('requests with stamps of whole seconds', () => {
  it.each([45, 22.5, 10.2])('that came evenly, %d a second, are nearly even again', (rate) => {
    const times = Array.from({ length: SECONDS * rate }, (_, k) => (k + 0.3) / rate)
    expect(gapsOf(spreadInStamps(stamped(times), 1, new Random(1, 1))).scv).toBeLessThan(0.15)
  })

  it('that came evenly come in another phase with another seed', () => {
    const stamps = stamped(renewal(1, 0))
    const [a, b] = [1, 2].map((seed) => spreadInStamps(stamps, 1, new Random(seed, 1)))
    expect(a![100]).not.toBeCloseTo(b![100]!, 3)
  })

  it.each([0.05, 0.25])('that came with gaps of variation %d have about that again', (scv) => {
    const found = [1, 2, 3, 4, 5].map((seed) => {
      return gapsOf(spreadInStamps(stamped(renewal(seed, scv)), 1, new Random(seed, 2))).scv
    })
    const mean = found.reduce((sum, each) => sum + each, 0) / found.length
    expect(mean / scv).toBeGreaterThan(0.6)
    expect(mean / scv).toBeLessThan(1.6)
  })

  it('that came at random stay so', () => {
    const found = Array.from({ length: 40 }, (_, seed) => {
      return gapsOf(spreadInStamps(stamped(renewal(seed, 1)), 1, new Random(seed, 2))).scv
    })
    expect(found.filter((scv) => scv > 0.9).length).toBeGreaterThanOrEqual(36)
  })

  it('that came evenly at one rate, then at another, are even', () => {
    const slow = Array.from({ length: 100 * 30 }, (_, k) => k / 30)
    const fast = Array.from({ length: 100 * 60 }, (_, k) => 100 + k / 60)
    const spread = spreadInStamps(stamped([...slow, ...fast]), 1, new Random(3, 1))
    expect(gapsOf(spread.slice(0, 2900)).scv).toBeLessThan(0.15)
    expect(gapsOf(spread.slice(3100)).scv).toBeLessThan(0.15)
  })

  it('that are exact within their second are spread by chance', () => {
    const exact = Float64Array.from(renewal(1, 0))
    const spread = spreadInStamps(exact, 1, new Random(1, 1))
    const random = new Random(1, 1)
    expect(spread).toEqual(exact.map((time) => time + random.uniform()).sort())
  })

  it('stay in their second, in order', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 80 })
    fc.assert(
      fc.property(counts, fc.integer(), (counts, seed) => {
        const stamps = Float64Array.from(
          counts.flatMap((count, second) => new Array<number>(count).fill(second)),
        )
        const spread = spreadInStamps(stamps, 1, new Random(seed, 1))
        expect(spread.map(Math.floor)).toEqual(stamps)
        expect(spread).toEqual(spread.toSorted())
      }),
    )
  })
})
