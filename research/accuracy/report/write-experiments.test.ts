import { expect, test } from 'vitest'
import type { ExperimentCase } from '../accuracy-report.ts'
import { writeExperiments } from './write-experiments.ts'

const mean = (measured: number, twin: number, policy = 'credit'): ExperimentCase => ({
  experiment: 'Table 3',
  policy,
  what: 'mean time of vm1',
  unit: 'ms',
  measured,
  twin,
})
const lines = (cases: ExperimentCase[]) => writeExperiments(cases).split('\n').slice(-8)

test('nothing is written of no experiments', () => {
  expect(writeExperiments([])).toBe('')
})

test('single values stand for themselves, shares with their error in points', () => {
  const share: ExperimentCase = { ...mean(92, 98, 'loan'), what: 'within 10 ms', unit: '%' }
  expect(lines([mean(50, 60), share]).slice(-2)).toEqual([
    '| Table 3 | credit | mean time of vm1 | 50.0 ms | 60.0 ms | +20 % |',
    '| Table 3 | loan | within 10 ms | 92.0 % | 98.0 % | +6 points |',
  ])
})

test('many values of one policy are summarised by the median of their errors', () => {
  const many = [mean(10, 11), mean(10, 12), mean(10, 7), mean(10, 5), mean(10, 9)]
  expect(lines(many).at(-1)).toBe(
    '| Table 3 | credit | 5 mean times |  |  | 20 % (median; bias -10 %) |',
  )
})
