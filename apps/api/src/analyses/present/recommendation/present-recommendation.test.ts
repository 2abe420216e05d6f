import type { Objective, Recommendation } from '@steelyard/analysis'
import type { WeightProblem, WeightSolution } from '@steelyard/solver'
import { describe, expect, it } from 'vitest'
import { presentRecommendation } from './present-recommendation.ts'

const problem = {
  objective: 'meet-targets',
  mode: 'keep-targets',
  factors: { vm1: 1.2 },
  load: { domains: [{ name: 'vm1' }, { name: 'vm2' }] },
  currentWeights: { vm1: 256, vm2: 256 },
} as unknown as WeightProblem
const solution = {
  status: 'optimal',
  weights: { vm1: 384, vm2: 256 },
  objective: { before: 1.5, after: 0.9 },
  proof: { engine: 'enumeration', bound: 0.9, gap: 0, solveSeconds: 1 },
  companions: { greedy: null, closedForm: null },
  conflicts: [],
  sensitivity: [],
  roundingError: 0,
  warnings: [],
  predicted: [],
} as unknown as WeightSolution
const checkBy = (model: 'sdps' | 'twin', gain: number, passes: boolean) => ({
  model,
  gain,
  passes,
  before: 1.5,
  after: 1.5 * (1 - gain),
  uncertainty: 0.1,
  objects: false,
})
const recommendation: Recommendation = {
  objective: 'meet-targets',
  problem,
  solution,
  by: 'sdps',
  infeasible: null,
  checks: [checkBy('sdps', 0.4, true), checkBy('twin', 0.3, true)],
  advice: { change: true, code: 'better', silent: [] },
  tried: 171,
  statistic: 'mean',
  domains: [
    {
      domain: 'vm1',
      weightBefore: 256,
      weightAfter: 384,
      shareBefore: 0.5,
      shareAfter: 0.6,
      measuredSeconds: 0.06,
      measuredBy: 'client',
      predictedBefore: { seconds: 0.055, lowSeconds: 0.05, highSeconds: 0.0625 },
      predictedAfter: { seconds: 0.035, lowSeconds: 0.03, highSeconds: 0.04 },
      modelSeconds: 0.03,
      meetsTarget: true,
      softTarget: null,
      keepsSoftTarget: null,
      excluded: false,
    },
  ],
}
const targets = [{ domain: 'vm1', responseTimeMs: 40, throughputPerSecond: null, isSoft: false }]
const shown = (more: Partial<Recommendation> = {}, objectives: Objective[] = []) =>
  presentRecommendation({ ...recommendation, ...more }, targets, 'sdps', {
    objectives,
    options: undefined,
  })

it('is in milliseconds, or a ratio to the targets', () => {
  const { domains, value } = shown()
  expect(domains[0]).toMatchObject({ measuredMs: 60, targetMs: 40, modelMs: 30 })
  expect(domains[0]!.predictedBefore).toEqual({ ms: 55, lowMs: 50, highMs: 62.5 })
  expect(domains[0]!.predictedAfter).toEqual({ ms: 35, lowMs: 30, highMs: 40 })
  expect(value).toEqual({ before: 1.5, after: 0.9, unit: 'ratio' })
  const total = { ...problem, objective: 'total-delay' } as WeightProblem
  expect(shown({ problem: total }).value).toEqual({ before: 1500, after: 900, unit: 'ms' })
})

it('shows no value after a change that is not advised', () => {
  const left = shown({ advice: { change: false, code: 'not-certain' } })
  expect(left.advice).toBe('leave')
  expect(left.value.after).toBeNull()
})

describe('the advice in words', () => {
  it('states what both models expect of a change', () => {
    expect(shown().reason).toBe(
      'The queueing formula expects a gain of 40 % in the worst ratio of a time to its target, give or take 10 %. The simulation expects a gain of 30 % in the worst ratio of a time to its target, give or take 10 %.',
    )
  })

  it('gives the reason why the weights in force stay', () => {
    const reasonOf = (advice: Recommendation['advice'], checks = recommendation.checks) =>
      shown({ advice, checks }).reason
    expect(reasonOf({ change: false, code: 'targets-met' })).toMatch(
      /^Leave the weights alone\. Every target is met/,
    )
    expect(
      reasonOf({ change: false, code: 'not-certain' }, [
        checkBy('sdps', 0.4, true),
        checkBy('twin', -0.2, false),
      ]),
    ).toMatch(
      /^Leave the weights alone\. Other weights were found \(vm1 384\) but are not certain to be better\. The queueing formula expects a gain of 40 %.* The simulation expects a loss/,
    )
    expect(reasonOf({ change: false, code: 'not-checked', silent: ['twin'] }, [])).toContain(
      'the simulation has no answer',
    )
  })
})

it('says no more of the weights in force than what is known', () => {
  const best = { advice: { change: false, code: 'already-best' } as const }
  const reasonOf = (more: Partial<Recommendation>) => shown({ ...best, ...more }).reason
  expect(reasonOf({})).toBe(
    'Leave the weights alone. All 171 allocations of the grid were tried with the queueing formula, and none is better by more than 2 %.',
  )
  const bounded = { ...solution, proof: { ...solution.proof, engine: 'branch-and-bound' } }
  expect(reasonOf({ solution: bounded as WeightSolution, tried: null })).toContain(
    'It is proven that no weights on the grid are better by more than 2 %',
  )
  const searched = { ...solution, status: 'not-proven' } as WeightSolution
  const open = reasonOf({ solution: searched, by: 'twin', tried: 12 })
  expect(open).toBe(
    'Leave the weights alone. None better was found among the 12 allocations tried with the simulation, which are not all.',
  )
  const raising = { ...problem, mode: 'raise-violator-only' } as WeightProblem
  expect(reasonOf({ problem: raising, by: 'delay-aware' })).toMatch(
    /no guest that may be raised misses its target\.$/,
  )
})

describe('of the smallest change', () => {
  const smallest = { ...problem, mode: 'smallest-change' } as WeightProblem

  it('says that no smaller one keeps the targets, as far as that is known', () => {
    expect(shown({ problem: smallest }).proof.statement).toBe(
      'Proven: no smaller shift of the shares on the grid than vm1 384 keeps every target with the margin, as the queueing formula predicts.',
    )
    const other = { ...solution, warnings: [{ code: 'no-smaller-change' }] } as WeightSolution
    const fallenBack = shown({ problem: smallest, solution: other })
    expect(fallenBack.proof.statement).not.toContain('smaller shift')
    expect(fallenBack.notes.at(-1)).toContain('best for the targets')
  })

  it('says that the weights in force keep the targets, where they do', () => {
    const best = { advice: { change: false, code: 'already-best' } as const, problem: smallest }
    expect(shown(best).reason).toBe(
      'Leave the weights alone. As the queueing formula predicts, the weights in force keep every target.',
    )
  })
})

it('names the weights that a proof is about, whether or not they are recommended', () => {
  const { domains, proof } = shown({ advice: { change: false, code: 'not-certain' } })
  expect(domains[0]!.weightBefore).toBe(256)
  expect(proof.statement).toContain('no weights on the grid are better than vm1 384 by more than')
  const relaxed = { ...solution, proof: { ...solution.proof, engine: 'relaxation' } }
  expect(
    shown({ solution: relaxed as WeightSolution, by: 'delay-aware' }).proof.statement,
  ).toContain('a smaller total delay by the formula than vm1 384.')
})

it('says what a formula proves of its own choice, where the simulation could not play all', () => {
  const proven = {
    objective: 'meet-targets',
    chosenBy: 'sdps',
    solution,
    weights: [{ domain: 'vm1', weight: 346 }],
  } as unknown as Objective
  const searched = { ...solution, status: 'not-proven' } as WeightSolution
  const statement = (more: Partial<Recommendation>) => shown(more, [proven]).proof.statement
  const beside = 'By the queueing formula, vm1 346 are proven best on the grid.'
  expect(statement({ by: 'twin', solution: searched })).toContain(beside)
  expect(statement({ by: 'twin' })).not.toContain(beside)
})

it('states what a proof applies to', () => {
  const infeasible = { ...solution, status: 'infeasible' } as WeightSolution
  const bounded = { ...problem, bounds: { vm1: { maxShare: 0.3 } } } as WeightProblem
  expect(shown({ infeasible, problem: bounded }).proof.statement).toContain('within the bounds')
  expect(shown().proof.statement).toContain('of those as good, these change the shares least')
})

it('states that predictions are scaled, where they are', () => {
  expect(shown().notes[0]).toContain('scaled towards the measurements')
  const { factors: _, ...plain } = problem
  expect(shown({ problem: plain as WeightProblem }).notes[0]).toContain('alone')
})
