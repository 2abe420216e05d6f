import { describe, expect, test } from 'vitest'
import { judgeAllocation, writtenAs } from './judge-allocation.ts'
import { poseGrid } from './pose-grid.ts'
import { paperProblem } from './problems.fixture.ts'
import type { WeightProblem } from './weight-problem.ts'

const posed = poseGrid(paperProblem)
const written = writtenAs(paperProblem, posed, [8, 8, 4])
const times = new Map([
  ['vm1', 0.01],
  ['vm2', 0.02],
  ['vm3', 0.04],
])

test('writes an allocation as shares and as the integers for Xen', () => {
  expect(written).toEqual({
    allocation: [8, 8, 4],
    shares: { vm1: 0.4, vm2: 0.4, vm3: 0.2 },
    weights: { 'Domain-0': 256, vm1: 307, vm2: 307, vm3: 154 },
    roundingError: expect.closeTo(0.4 / 768, 6),
  })
})

const judged = (changes: Partial<WeightProblem>) =>
  judgeAllocation({ ...paperProblem, ...changes }, written, times)

test('keeps what was written, with predictions and value by the times alone', () => {
  const found = judged({ objective: 'mean-over-requests' })
  expect(found).toMatchObject(written)
  expect(found.predicted.map(({ modelSeconds }) => modelSeconds)).toEqual([0.01, 0.02, 0.04])
  expect(found.value).toBeCloseTo((45 * 0.01 + 45 * 0.02 + 170 * 0.04) / 260, 12)
  expect(found.cost).toBe(found.value)
})

describe('the excess over the targets', () => {
  const targets = { vm1: 0.02, vm2: 0.016, vm3: 0.025 }

  test('is the worst ratio above one where targets must be kept', () => {
    expect(judged({ mode: 'keep-targets', targets }).excess).toBeCloseTo(0.6, 12)
  })

  test('is zero where all are kept, however closely', () => {
    const kept = { vm1: 0.01, vm2: 0.02, vm3: 0.05 }
    expect(judged({ mode: 'keep-targets', targets: kept }).excess).toBe(0)
    expect(judged({ mode: 'keep-targets' }).excess).toBe(0)
  })

  test('is apart from that over soft targets', () => {
    const found = judged({ mode: 'keep-targets', targets: { vm1: 0.02 }, softTargets: targets })
    expect(found.excess).toBe(0)
    expect(found.softExcess).toBeCloseTo(0.6, 12)
    expect(judged({ softTargets: targets }).softExcess).toBe(0)
  })

  test('counts the factors', () => {
    const found = judged({ mode: 'keep-targets', targets, factors: { vm1: 8, vm3: 0.5 } })
    expect(found.excess).toBeCloseTo(3, 12)
  })

  test('does not count where targets are only reported', () => {
    expect(judged({ mode: 'free', targets }).excess).toBe(0)
    expect(judged({ mode: 'free', targets }).predicted[2]!.meetsTarget).toBe(false)
  })

  test('follows the objective meet-targets in every mode', () => {
    const aloneSeconds = { vm1: 0.01, vm2: 0.01, vm3: 0.01 }
    for (const mode of ['free', 'keep-targets'] as const) {
      const found = judged({ mode, objective: 'meet-targets', targets, aloneSeconds })
      expect(found.value).toBeCloseTo(1.6, 12)
      expect(found.excess).toBeCloseTo(0.6, 12)
      expect(found.cost).toBe(found.value)
    }
  })

  test('a domain without a time misses no target here: the value is infinite instead', () => {
    const lost = new Map([...times, ['vm3', null] as const])
    const problem = { ...paperProblem, mode: 'keep-targets' as const, targets: { vm3: 0.01 } }
    expect(judgeAllocation(problem, written, lost)).toMatchObject({
      value: Number.POSITIVE_INFINITY,
      excess: 0,
    })
  })
})
