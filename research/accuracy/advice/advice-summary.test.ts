import { expect, test } from 'vitest'
import type { AdviceCase, ChoiceId } from './advice-report.ts'
import { stabilityOf, summariseAdvice } from './advice-summary.ts'

const inForce = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
const outcome = (regret: number, gain: number) => ({ value: 1, regret, gain, meansSeconds: {} })

function caseOf(
  steps: [number, number, number],
  [regret, gain]: [number, number],
  more: Partial<AdviceCase> = {},
): AdviceCase {
  const [vm1, vm2, vm3] = steps.map((own) => Math.round((768 * own) / 20))
  const weights = { ...inForce, vm1: vm1!, vm2: vm2!, vm3: vm3! }
  const choice = (own: typeof weights) => ({ weights: own, reason: '' })
  const outcomes: Record<ChoiceId, ReturnType<typeof outcome>> = {
    recommended: outcome(regret, gain),
    nothing: outcome(0.2, 0),
    sdps: outcome(0, 0.1),
    twin: outcome(0, 0.1),
  }
  return {
    recording: 'a',
    phase: 'Phase 1',
    load: 'busy',
    offeredUse: 0.9,
    targets: {},
    statistic: 'mean',
    objective: 'mean-slowdown',
    alike: [['vm1', 'vm2']],
    choices: {
      recommended: choice(weights),
      nothing: choice(inForce),
      sdps: choice(weights),
      twin: choice(weights),
    },
    judges: { twin: { optimum: { weights, value: 1 }, evenRegret: 0.1, outcomes } },
    ...more,
  }
}

test('regret, harm and their worst, of single phases alone', () => {
  const { summary, changed } = summariseAdvice([
    caseOf([8, 8, 4], [0.01, 0.1]),
    caseOf([8, 8, 4], [0.03, -0.015]),
    caseOf([1, 1, 18], [0.5, -0.4]),
    caseOf([1, 1, 18], [9, -9], { phase: 'all' }),
  ])
  expect(summary.twin!.recommended).toEqual({
    n: 3,
    meanRegret: expect.closeTo(0.18, 12),
    worstRegret: 0.5,
    harmed: 1,
    worstLoss: 0.4,
  })
  expect(summary.twin!.nothing).toMatchObject({ harmed: 0, worstLoss: 0 })
  expect(summary.independent).toBeUndefined()
  expect(changed).toBe(3)
})

test('an unchanged recommendation is no change', () => {
  const same = caseOf([8, 8, 4], [0, 0])
  same.choices.recommended.weights = { ...inForce }
  expect(summariseAdvice([same]).changed).toBe(0)
})

test('the spread over phases of one load is that of its most moved domain', () => {
  const cases = [
    caseOf([8, 8, 4], [0, 0]),
    caseOf([7, 8, 5], [0, 0]),
    caseOf([5, 8, 7], [0, 0]),
    caseOf([1, 1, 18], [0, 0], { load: 'calm' }),
  ]
  const [busy, ...others] = stabilityOf(cases)
  expect(busy).toMatchObject({ load: 'busy', phases: 3, spreadSteps: 3 })
  expect(others).toEqual([])
})

test('aims are met or missed, and say what was found', () => {
  const good = summariseAdvice([caseOf([8, 8, 4], [0.01, 0.1]), caseOf([7, 7, 6], [0.02, 0])])
  expect(good.aims.map(({ isMet }) => isMet)).toEqual([true, true, true, true, true])
  const bad = summariseAdvice([
    caseOf([9, 7, 4], [0.2, -0.03]),
    caseOf([6, 6, 8], [0.02, 0], { phase: 'Phase 2' }),
  ])
  expect(bad.aims.map(({ isMet }) => isMet)).toEqual([false, false, false, false, false])
  expect(bad.aims[0]!.found).toBe('1 of 2, worst loss 3 % (twin)')
  expect(bad.unequal).toEqual(['a, Phase 1'])
})

test('an integer of rounding between alike domains is none', () => {
  const rounded = caseOf([8, 8, 4], [0, 0])
  rounded.choices.recommended.weights = { ...inForce, vm1: 307, vm2: 308, vm3: 153 }
  expect(summariseAdvice([rounded]).unequal).toEqual([])
})
