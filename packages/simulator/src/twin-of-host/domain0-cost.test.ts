import { expect, test } from 'vitest'
import { type Domain0Window, domain0Cost } from './domain0-cost.ts'

const perRequest = 0.0002
const perSecond = 0.016

/** One second each of idle, calm, busy and idle, with one large piece of work at some time. */
function recording(largeAt: number, largeSeconds: number): Domain0Window[] {
  return Array.from({ length: 40 }, (_, index) => {
    const requests = index < 4 || index >= 36 ? 0 : index < 20 ? 60 : 250
    const large = index === largeAt ? largeSeconds : 0
    return {
      startSeconds: index,
      endSeconds: index + 1,
      cpuSeconds: perSecond + perRequest * requests + large,
      requests,
    }
  })
}

const total = (works: { cpuSeconds: number }[]) =>
  works.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)

test('separates the cost of requests from other work', () => {
  const { cpuSecondsPerRequest, background } = domain0Cost(recording(25, 0.3))
  expect(cpuSecondsPerRequest).toBeCloseTo(perRequest, 9)
  expect(total(background.windows)).toBeCloseTo(40 * perSecond + 0.3, 9)
})

test('keeps a large piece of work where it happened, in pieces of the usual size', () => {
  const { background } = domain0Cost(recording(25, 0.3))
  const large = background.windows.filter(
    ({ startSeconds }) => startSeconds >= 25 && startSeconds < 26,
  )
  expect(total(large)).toBeCloseTo(perSecond + 0.3, 9)
  for (const { cpuSeconds } of large) expect(cpuSeconds / perSecond).toBeCloseTo(1, 1)
})

test('attributes everything to requests when all windows are alike', () => {
  const alike = recording(-1, 0).slice(22, 34)
  const { cpuSecondsPerRequest, background } = domain0Cost(alike)
  expect(cpuSecondsPerRequest).toBeCloseTo(perRequest + perSecond / 250, 9)
  expect(total(background.windows)).toBeCloseTo(0, 9)
})

test('does not count work twice that spills over into the next window', () => {
  const windows = recording(-1, 0)
  windows[30]!.cpuSeconds -= 0.03
  windows[31]!.cpuSeconds += 0.03
  expect(total(domain0Cost(windows).background.windows)).toBeCloseTo(40 * perSecond, 9)
})

test('assumes the usual work between windows, and nothing outside the span', () => {
  const seen = recording(25, 0.3).filter(({ startSeconds: at }) => at < 10 || at >= 22)
  const { background } = domain0Cost(seen, { startSeconds: 4, endSeconds: 45 })
  const between = (from: number, to: number) =>
    total(background.windows.filter((w) => w.startSeconds >= from && w.endSeconds <= to))
  expect(between(10, 22)).toBeCloseTo(12 * perSecond, 9)
  expect(between(40, 45)).toBeCloseTo(5 * perSecond, 9)
  expect(total(background.windows)).toBeCloseTo(41 * perSecond + 0.3, 9)
  const starts = background.windows.map(({ startSeconds }) => startSeconds)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
})

test('returns zero without windows', () => {
  expect(domain0Cost([])).toEqual({ cpuSecondsPerRequest: 0, background: { windows: [] } })
})
