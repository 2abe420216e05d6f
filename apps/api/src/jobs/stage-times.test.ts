import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StageTimes } from './stage-times.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('adds up the time spent in each stage, however often it is entered', () => {
  const times = new StageTimes()
  vi.advanceTimersByTime(5)
  times.enter('Reading')
  vi.advanceTimersByTime(100)
  times.enter('Reading')
  vi.advanceTimersByTime(20)
  times.enter('Estimating')
  vi.advanceTimersByTime(7)
  times.enter('Reading')
  vi.advanceTimersByTime(3)
  expect(times.read()).toEqual({ Starting: 5, Reading: 123, Estimating: 7 })
})
