import { describe, expect, it } from 'vitest'
import { timeTicks } from './time-axis.ts'

const start = Date.UTC(2026, 10, 20, 16, 25, 7)

describe('ticks of the time axis', () => {
  it('fall on round instants inside the span', () => {
    const ticks = timeTicks(start, start + 210_000, 5)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks.length).toBeLessThanOrEqual(6)
    for (const tick of ticks) {
      expect(tick % 30_000).toBe(0)
      expect(tick).toBeGreaterThanOrEqual(start)
      expect(tick).toBeLessThanOrEqual(start + 210_000)
    }
  })

  it('are whole days apart over weeks', () => {
    const ticks = timeTicks(start, start + 14 * 86_400_000, 5)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(new Date(ticks[0] ?? 0).getHours()).toBe(0)
  })

  it('mark the single instant of an empty span', () => {
    expect(timeTicks(start, start, 5)).toEqual([start])
  })
})
