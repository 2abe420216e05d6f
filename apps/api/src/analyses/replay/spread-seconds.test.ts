import { expect, it } from 'vitest'
import { spreadSeconds } from './spread-seconds.ts'

const wholeSeconds = () => Float64Array.from({ length: 3000 }, (_, index) => Math.floor(index / 30))

it('keeps every request in its second, in order', () => {
  const times = wholeSeconds()
  spreadSeconds(times, 1)
  for (const [index, time] of times.entries()) {
    expect(Math.floor(time)).toBe(Math.floor(index / 30))
    if (index > 0) expect(time).toBeGreaterThanOrEqual(times[index - 1]!)
  }
})

it('fills the seconds evenly: gaps as independent arrivals have them', () => {
  const times = wholeSeconds()
  spreadSeconds(times, 1)
  const parts = [...times].map((time) => time % 1)
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
  const variance = parts.reduce((sum, part) => sum + (part - mean) ** 2, 0) / parts.length
  expect(mean).toBeCloseTo(1 / 2, 1)
  expect(variance).toBeCloseTo(1 / 12, 2)
})

it('gives the same times for the same seed, others for another', () => {
  const [first, again, other] = [wholeSeconds(), wholeSeconds(), wholeSeconds()]
  spreadSeconds(first, 7)
  spreadSeconds(again, 7)
  spreadSeconds(other, 8)
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})
