import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressWriter, type JobProgress } from './progress.ts'

const step = (done: number): JobProgress => ({
  stage: 'reading',
  done,
  total: 100,
  unit: 'lines',
  message: null,
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('createProgressWriter', () => {
  it('writes at most four times a second and keeps the latest', async () => {
    const written: (number | null)[] = []
    const writer = createProgressWriter(async (progress) => void written.push(progress.done))
    for (let i = 1; i <= 100; i++) {
      writer.report(step(i))
      await vi.advanceTimersByTimeAsync(10)
    }
    await writer.flush()
    expect(written.length).toBeGreaterThan(2)
    expect(written.length).toBeLessThanOrEqual(6)
    expect(written.at(-1)).toBe(100)
  })

  it('never runs two writes at once', async () => {
    let running = 0
    let most = 0
    const writer = createProgressWriter(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      running--
    })
    for (let i = 0; i < 20; i++) {
      writer.report(step(i))
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(most).toBe(1)
  })

  it('has nothing to flush when nothing was reported', async () => {
    const write = vi.fn(async () => {})
    await createProgressWriter(write).flush()
    expect(write).not.toHaveBeenCalled()
  })
})
