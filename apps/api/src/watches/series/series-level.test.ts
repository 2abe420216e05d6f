import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { DAY_SECONDS } from '../../windows/levels.ts'
import { seriesLevel } from './series-level.ts'

const NOW = 1_795_190_400
const config = readConfig('worker', {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/d',
  STEELYARD_AUDIT_KEY: 'a'.repeat(32),
  STEELYARD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
})
const levelOf = (fromEpochSeconds: number, toEpochSeconds: number, maxPoints = 720) =>
  seriesLevel(config, { fromEpochSeconds, toEpochSeconds }, maxPoints, NOW)

describe('the windows in which a range is shown', () => {
  it.each([0, 1234, 3599])('30 days are 720 windows of an hour, %d s after the hour', (after) => {
    const to = NOW - 3600 + after
    const { shownSeconds, fromEpochSeconds } = levelOf(to - 30 * DAY_SECONDS, to)
    expect(shownSeconds).toBe(3600)
    expect(startsIn(fromEpochSeconds, to, 3600)).toHaveLength(720)
  })

  it('begin with the one in which the range begins, as long as there are not too many', () => {
    expect(levelOf(NOW - 605, NOW - 5)).toMatchObject({
      shownSeconds: 10,
      fromEpochSeconds: NOW - 610,
    })
    expect(levelOf(NOW - 605, NOW - 5, 60)).toMatchObject({
      shownSeconds: 10,
      fromEpochSeconds: NOW - 600,
    })
  })

  it('are as many as asked for at most, and no longer than that takes', () => {
    const range = fc.record({
      ago: fc.double({ min: 0, max: 800 * DAY_SECONDS, noNaN: true }),
      lasts: fc.double({ min: 0.001, max: 800 * DAY_SECONDS, noNaN: true }),
      maxPoints: fc.integer({ min: 10, max: 2000 }),
    })
    fc.assert(
      fc.property(range, ({ ago, lasts, maxPoints }) => {
        const to = NOW - ago
        const from = to - lasts
        const { seconds, shownSeconds, fromEpochSeconds } = levelOf(from, to, maxPoints)
        const starts = startsIn(fromEpochSeconds, to, shownSeconds)
        expect(starts.length).toBeLessThanOrEqual(maxPoints)
        expect(starts[0]).toBe(fromEpochSeconds)
        expect(fromEpochSeconds - from).toBeLessThan(shownSeconds)
        const shorter = shownSeconds - seconds
        if (shorter > 0)
          expect(startsIn(from, to, shorter).length).toBeGreaterThanOrEqual(maxPoints)
      }),
    )
  })
})

/** The multiples of that length in a range. */
function startsIn(from: number, to: number, seconds: number): number[] {
  const starts: number[] = []
  for (let at = Math.ceil(from / seconds) * seconds; at < to; at += seconds) starts.push(at)
  return starts
}
