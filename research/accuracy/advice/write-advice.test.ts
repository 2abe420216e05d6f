import { expect, test } from 'vitest'
import type { AdviceCase, AdviceReport } from './advice-report.ts'
import { summariseAdvice } from './advice-summary.ts'
import { writeAdvice } from './write-advice.ts'

const inForce = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const asked = { 'Domain-0': 256, vm1: 384, vm2: 128 }

function caseOf(phase: string, gain: number, targets = {}): AdviceCase {
  const outcome = (own: number, vm1: number) => ({
    value: 1,
    regret: 0.3,
    gain: own,
    meansSeconds: { vm1, vm2: 0.02 },
  })
  const outcomes = {
    recommended: outcome(gain, 0.005),
    nothing: outcome(0, 0.01),
    sdps: outcome(0, 0.01),
    twin: outcome(0, 0.01),
  }
  const left = { weights: inForce, reason: 'The weights in force.' }
  return {
    recording: 'a',
    phase,
    load: '10/20 per s of 5/5 ms, credit',
    offeredUse: 0.8,
    targets,
    statistic: phase === 'all' ? 'mean' : 'p95',
    objective: 'mean-slowdown',
    alike: [],
    choices: {
      recommended: { weights: asked, reason: 'Both models say so.' },
      nothing: left,
      sdps: left,
      twin: left,
    },
    judges: { independent: { optimum: { weights: inForce, value: 1 }, evenRegret: 0.1, outcomes } },
  }
}

const report = (cases: AdviceCase[]): AdviceReport => ({
  cases,
  notes: ['b: without a CPU trace nothing is judged.'],
  ...summariseAdvice(cases),
})

test('the section shows regret, aims, spread and the gain or loss of each domain', () => {
  const text = writeAdvice(report([caseOf('Phase 1', 0.1), caseOf('Phase 2', -0.05)]))
  expect(text).toContain('The judge is an independent simulator')
  expect(text).toContain('Other weights were recommended in 2 of 2 phases.')
  expect(text).toContain('| **what the product recommends** | 2 | 30 % | 30 % | 1 | 5 % |')
  expect(text).toContain('| Mean regret at most 5 % | 30 % (independent) | **no** |')
  expect(text).toContain('| 10/20 per s of 5/5 ms, credit | 2 | 15 / 5 (2x) | 0 steps |')
  expect(text).toContain('| 10.0 / 20.0 → 5.0 / 20.0 |')
  expect(text).toContain('- b: without a CPU trace nothing is judged.')
  expect(text).not.toContain('The samples as a whole')
})

test('a missed aim names the case, the judge and the product’s reason', () => {
  const text = writeAdvice(report([caseOf('Phase 1', 0.1), caseOf('Phase 2', -0.05)]))
  expect(text).toContain(
    '- a, Phase 1: a regret of 30 % by the C++ simulator. Other weights were recommended: Both models say so.',
  )
  expect(text).toContain('- a, Phase 2: 5 % worse than before by the C++ simulator.')
})

test('ranges as a whole have a table of their own, with their targets', () => {
  const text = writeAdvice(report([caseOf('Phase 1', 0.1), caseOf('all', 0.1, { vm1: 0.6 })]))
  expect(text).toContain('| a | all | 80 % | mean-slowdown, vm1 at 60 % | 15 / 5 |')
  expect(text).toContain('No two phases had the same load.')
})

test('where nothing was judged there is no section', () => {
  expect(writeAdvice(null)).toBe('')
  expect(writeAdvice(report([]))).toBe('')
})

test('phases with a target for the 95th percentile have tables and an aim of their own', () => {
  const text = writeAdvice(report([caseOf('Phase 1', 0.1), caseOf('Phase 1', -0.05, { vm1: 0.6 })]))
  expect(text).toContain('Other weights were recommended in 1 of 1 phases.')
  expect(text).toContain('vm1’s 95th percentile at 60 %')
  expect(text).toContain('percentile | 1 of 1, worst loss 5 % (independent) | **no** |')
})
