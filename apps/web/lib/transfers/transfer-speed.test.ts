import { describe, expect, it } from 'vitest'
import { addSample, type SpeedSample, speedOf } from './transfer-speed.ts'

describe('the speed of transfers', () => {
  it('is unknown until half a second has passed', () => {
    expect(speedOf([])).toBeNull()
    expect(
      speedOf([
        { atMs: 0, sentBytes: 0 },
        { atMs: 400, sentBytes: 9 },
      ]),
    ).toBeNull()
  })

  it('is measured over the last four seconds only', () => {
    let samples: SpeedSample[] = []
    for (const [atMs, sentBytes] of [
      [0, 0],
      [1000, 90_000],
      [5000, 94_000],
      [8000, 97_000],
    ] as const) {
      samples = addSample(samples, { atMs, sentBytes })
    }
    expect(speedOf(samples)).toBe(1000)
  })

  it('is never negative when a file is removed', () => {
    expect(
      speedOf([
        { atMs: 0, sentBytes: 500 },
        { atMs: 1000, sentBytes: 100 },
      ]),
    ).toBe(0)
  })
})
