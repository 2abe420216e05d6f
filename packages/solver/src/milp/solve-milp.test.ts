import { once } from 'node:events'
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

test('aborting ends the program, and the next one is still solved', async () => {
  const load = drawnLoad(16, 3)
  const problem = { ...paperProblem, load, currentWeights: equalWeights(load), stepShare: 0.01 }
  const { lp: large } = buildMilp(poseGrid(problem).grid)
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
