import { getEventListeners, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { poseGrid } from '../problem/pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import { buildMilp } from './build-milp.ts'
import { endThread, leaveThread, takeThread } from './glpk-threads.ts'
import { solveMilp } from './solve-milp.ts'

const { lp: small, read } = buildMilp(poseGrid(paperProblem).grid)

test('reuses an idle thread, which ends when no program arrives', async () => {
  const thread = takeThread()
  expect(takeThread()).not.toBe(thread)
  vi.useFakeTimers()
  try {
    leaveThread(thread)
    expect(takeThread()).toBe(thread)
    leaveThread(thread)
    const ended = once(thread, 'exit')
    vi.advanceTimersByTime(2_000)
    await ended
    expect(takeThread()).not.toBe(thread)
  } finally {
    vi.useRealTimers()
  }
})

test('does not reuse a thread that has ended', async () => {
  const thread = takeThread()
  leaveThread(thread)
  await endThread(thread)
  expect(takeThread()).not.toBe(thread)
})

/** A program that takes minutes. */
function largeProgram() {
  const load = drawnLoad(16, 3)
  const problem = { ...paperProblem, load, currentWeights: equalWeights(load), stepShare: 0.01 }
  return buildMilp(poseGrid(problem).grid).lp
}

test('aborting ends the program, and the next one is still solved', async () => {
  const large = largeProgram()
  const reason = new Error('the operator left')
  const controller = new AbortController()
  const running = solveMilp(large, 60, controller.signal)
  setTimeout(() => controller.abort(reason), 50)
  await expect(running).rejects.toBe(reason)
  await expect(solveMilp(large, 60, controller.signal)).rejects.toBe(reason)
  const { kind, vars } = await solveMilp(small, 60)
  expect(kind).toBe('optimal')
  expect(read(vars)).toEqual([8, 8, 4])
})

test('returns an answer even without time', async () => {
  const { kind } = await solveMilp(small, 0)
  expect(['none', 'feasible', 'optimal']).toContain(kind)
})

test('an answered program leaves no listener on its thread or its signal', async () => {
  const { signal } = new AbortController()
  await solveMilp(small, 60, signal)
  await solveMilp(small, 60, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  const thread = takeThread()
  const counts = ['message', 'error', 'exit'].map((event) => thread.listenerCount(event))
  // Its end is listened to, so that it is not used again.
  expect(counts).toEqual([0, 0, 1])
  leaveThread(thread)
})

test('a thread that overruns the limit by five seconds is ended, without an answer', async () => {
  const large = largeProgram()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let answered = false
    const running = solveMilp(large, 60).finally(() => {
      answered = true
    })
    vi.advanceTimersByTime(64_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await running).toEqual({ kind: 'none', vars: {}, seconds: 60 })
  } finally {
    vi.useRealTimers()
  }
})
