import type { AnalysisResult, Objective } from '@steelyard/analysis'
import type { AnalysisOptions } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { presentObjective } from './present-objectives.ts'

const published = {
  objective: 'total-delay',
  chosenBy: 'delay-aware',
  solution: { status: 'optimal', weights: { vm1: 384 }, proof: { engine: 'relaxation', gap: 0 } },
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

it('calls a least raise the smallest, and not the best on the grid', () => {
  const solution = { ...published.solution, proof: { engine: 'least-raise', gap: null } }
  const raised = { objective: 'raise-violators', solution } as unknown as Partial<Objective>
  expect(statementOf(raised)).toMatch(/^Proven: no smaller raise/)
})
