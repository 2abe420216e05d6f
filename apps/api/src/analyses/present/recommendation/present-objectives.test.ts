import type { AnalysisResult, Objective } from '@steelyard/analysis'
import type { AnalysisOptions } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { presentObjective } from './present-objectives.ts'

const published = {
  objective: 'total-delay',
  chosenBy: 'delay-aware',
  solution: {
    status: 'optimal',
    weights: { vm1: 384 },
    predicted: [],
    warnings: [],
    proof: { engine: 'relaxation', gap: 0 },
  },
  weights: [{ domain: 'vm1', weight: 384 }],
  outlook: [],
} as unknown as Objective
const asked = {
  targets: [{ domain: 'vm1', responseTimeMs: 9, throughputPerSecond: null, isSoft: false }],
  options: { anchored: false, bounds: [], excluded: [] } as unknown as AnalysisOptions,
}

function statementOf(
  more: Partial<Objective> = {},
  grade: AnalysisResult['evidence']['grade'] = 'enough',
  recommendation: object | null = null,
): string {
  const result = {
    evidence: { grade, lacks: [] },
    recommendation,
    asPrinted: { totalDelay: { domains: [{ domain: 'vm1', correctedWeight: 307 }] } },
  } as unknown as AnalysisResult
  return presentObjective({ ...published, ...more }, result, asked).statement
}

it('says of the published choice that it is not advice, and why where the evidence forbids any', () => {
  expect(statementOf()).toMatch(/published method; it is not recommended\.$/)
  expect(statementOf({}, 'not-enough')).toMatch(/the recording is not enough for any advice\.$/)
  const advised = { advice: { change: true }, objective: 'total-delay', by: 'delay-aware' }
  expect(statementOf({}, 'enough', advised)).not.toContain('recommended')
  expect(statementOf({ chosenBy: 'sdps' })).not.toContain('recommended')
})

it('tells the objective from eq (7) by itself', () => {
  expect(statementOf()).toContain(
    'Unlike eq (7) of the paper by itself, which would choose vm1 307, it also keeps the targets.',
  )
  expect(statementOf({ objective: 'raise-violators' })).not.toContain('eq (7)')
})

it('says what is known of a smallest change, and the margin that it leaves', () => {
  const predicted = [
    { name: 'vm1', predictedSeconds: 0.0074, targetSeconds: 0.009 },
    { name: 'vm2', predictedSeconds: 0.5, targetSeconds: null },
  ]
  const small = (more: object) =>
    statementOf({
      objective: 'smallest-change',
      chosenBy: 'sdps',
      solution: { ...published.solution, predicted, ...more },
    } as unknown as Partial<Objective>)
  expect(small({})).toBe(
    'Proven: no smaller shift of the shares on the grid than vm1 384 keeps every target with the margin, as the queueing formula predicts. The worst time is predicted 18 % below its target, that of vm1.',
  )
  const cause = { code: 'too-many-allocations', allocations: 171, played: 8 }
  const searched = { status: 'not-proven', proof: { engine: 'search', cause } }
  expect(small(searched)).toContain('tried 8 allocations, the nearest first.')
  expect(small({ warnings: [{ code: 'margin-not-kept', targetMargin: 0.1 }] })).toContain(
    'a margin of 10 %',
  )
  expect(small({ warnings: [{ code: 'no-smaller-change' }] })).toContain('best for the targets')
})

it('calls a least raise the smallest, and not the best on the grid', () => {
  const solution = { ...published.solution, proof: { engine: 'least-raise', gap: null } }
  const raised = { objective: 'raise-violators', solution } as unknown as Partial<Objective>
  expect(statementOf(raised)).toMatch(/^Proven: no smaller raise/)
})
