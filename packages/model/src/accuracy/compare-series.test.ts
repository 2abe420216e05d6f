import { describe, expect, it } from 'vitest'
import { compareSeries } from './compare-series.ts'

/** A small generator with a fixed start, so that the rates below never change. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state + 0.5) / 2_147_483_648
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** An AR(1) series of logarithms around 0, as response times. */
function series(count: number, alike: number, normal: () => number): number[] {
  let log = normal()
  return Array.from({ length: count }, () => {
    log = alike * log + Math.sqrt(1 - alike ** 2) * normal()
    return Math.exp(log)
  })
}

const steady = (values: readonly number[]) => values.map((value) => ({ value, load: 1 }))

/** The rate of differences found between series of one level whose load rises in steps. */
function falseAlarms(alike: number, trials = 400): number {
  const normal = randomFrom(7)
  const one = (count: number) =>
    series(count, alike, normal).map((value, index) => {
      const load = 1 + Math.floor((6 * index) / count)
      return { value: value * load ** 2, load }
    })
  const found = Array.from({ length: trials }, () => compareSeries(one(60), one(48)))
  return found.filter((each) => each?.beyondChance).length / trials
}

describe('two series', () => {
  it('differ by the ratio of their geometric means under a steady load', () => {
    const difference = compareSeries(steady([10, 20, 40, 20]), steady([5, 10, 20, 10]))!
    expect(difference.ratio).toBeCloseTo(0.5, 12)
    expect(difference.low).toBeLessThan(0.5)
    expect(difference.high).toBeGreaterThan(0.5)
  })

  it('agree with Welch’s test where load is steady and neighbours are independent', () => {
    // Logarithms 0, 2, 0, 2 and 5, 7, 5, 7 alternate, so they do not resemble their neighbours:
    // t = 5 / sqrt(2 · (4/3) / 4) with 6 degrees of freedom, where 95 % is at 2.447.
    const half = 2.446_911_85 * Math.sqrt((2 * (4 / 3)) / 4)
    const logs = ([...values]: number[]) => steady(values.map(Math.exp))
    const difference = compareSeries(logs([0, 2, 0, 2]), logs([5, 7, 5, 7]))!
    expect(Math.log(difference.low)).toBeCloseTo(5 - half, 6)
    expect(Math.log(difference.high)).toBeCloseTo(5 + half, 6)
    expect(difference.beyondChance).toBe(true)
  })

  it('that follow their load alone do not differ', () => {
    const at = (loads: number[]) => loads.map((load) => ({ value: 3 * load ** 2, load }))
    const difference = compareSeries(at([1, 2, 4, 8]), at([16, 4, 32, 8]))!
    expect(difference.ratio).toBeCloseTo(1, 9)
  })

  it('of one level rarely differ beyond chance, even where neighbours are alike', () => {
    expect(falseAlarms(0)).toBeLessThan(0.08)
    expect(falseAlarms(0.6)).toBeLessThan(0.1)
  })

  it('are told apart when they are', () => {
    const normal = randomFrom(3)
    const more = series(60, 0.5, normal).map((value) => 4 * value)
    expect(compareSeries(steady(series(60, 0.5, normal)), steady(more))!.beyondChance).toBe(true)
  })

  it('are not compared when one is too short', () => {
    expect(compareSeries(steady([1, 2, 3]), steady([1, 2, 3, 4]))).toBeNull()
    expect(compareSeries(steady([1, 2, 3, 0]), steady([1, 2, 3, 4]))).toBeNull()
  })

  it('without any spread differ whenever their values do', () => {
    const five = steady([5, 5, 5, 5])
    expect(compareSeries(five, five)!.beyondChance).toBe(false)
    expect(compareSeries(five, steady([6, 6, 6, 6]))!.beyondChance).toBe(true)
  })
})
