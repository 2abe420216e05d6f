import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveTurns } from './give-turns.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Whether other work on the event loop ran meanwhile. */
async function yields(giveTurn: () => Promise<void>): Promise<boolean> {
  let ran = false
  const other = setImmediate(() => {
    ran = true
  })
  await giveTurn()
  clearImmediate(other)
  return ran
}

test('yields to other work once a turn has taken longer than 30 ms, then begins anew', async () => {
  const giveTurn = giveTurns()
  expect(await yields(giveTurn)).toBe(false)
  vi.advanceTimersByTime(30)
  expect(await yields(giveTurn)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await yields(giveTurn)).toBe(true)
  expect(await yields(giveTurn)).toBe(false)
  vi.advanceTimersByTime(31)
  expect(await yields(giveTurn)).toBe(true)
})

test('throws the reason once aborted, at the end of the turn', async () => {
  const controller = new AbortController()
  const giveTurn = giveTurns(controller.signal)
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(giveTurn()).resolves.toBeUndefined()
  vi.advanceTimersByTime(31)
  await expect(giveTurn()).rejects.toBe(reason)
})

test('notices an abort that other work caused during its turn', async () => {
  const controller = new AbortController()
  const giveTurn = giveTurns(controller.signal)
  vi.advanceTimersByTime(31)
  setImmediate(() => controller.abort(new Error('enough')))
  await expect(giveTurn()).rejects.toThrow('enough')
})
