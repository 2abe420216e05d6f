import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AccuracyReport } from '../accuracy-report.ts'
import { readPredictions } from '../entrants/question.ts'
import { writeBenchmark } from './write-benchmark.ts'

const errors = { n: 3, medianApe: 0.1, meanApe: 0.2 }
const report = {
  estimators: [{ id: 'mine', title: 'Mine', standing: 'ours' }],
  recordings: [{ name: 'a' }],
  summary: {
    byEstimator: {
      mine: { ...errors, below70: errors, from70: errors, missing: 1, bias: 0.05, p95: null },
    },
    forecast: { mine: { n: 0, medianApe: null, meanApe: null } },
    coverage: {
      mine: {
        diagnosis: [
          { n: 3, inside: 3, meanFactor: 2 },
          { n: 1, inside: 0, meanFactor: 2 },
        ],
        forecast: [],
      },
    },
  },
} as unknown as AccuracyReport

const read = (file: string) => readFile(path.resolve(import.meta.dirname, '../../..', file), 'utf8')

test('the table is replaced and the text around it stays', () => {
  const document = 'Before.\n\n<!-- table -->\n\nold\n\n<!-- end of table -->\n\nAfter.\n'
  const written = writeBenchmark(document, report)
  expect(written).toMatch(/^Before\.\n\n<!-- table -->\n\nOn 1 recordings \(`a`\):/)
  expect(written).toContain(
    '| mine | 3 | 1 | 10 % | 20 % | 10 % | 20 % | 5 % | – | 0 | – | – | 75 % |',
  )
  expect(written).not.toContain('old')
  expect(written.endsWith('<!-- end of table -->\n\nAfter.\n')).toBe(true)
  expect(writeBenchmark(written, report)).toBe(written)
})

test('without a place for the table nothing is written', () => {
  expect(() => writeBenchmark('No table here.', report)).toThrow('<!-- table -->')
})

test('the document shows the shipped example and an answer that parses', async () => {
  const document = await read('research/reports/BENCHMARK.md')
  const example = await read('research/entrants/processor-sharing/entrant.py')
  expect(document).toContain(example.trimEnd())
  const [, answer] = [...document.matchAll(/```json\n([^`]+)```/g)].map(([, text]) => text!)
  const [phase] = readPredictions(answer!, 'example', { phases: 1, domains: ['vm1', 'vm2'] })
  expect(phase!.get('vm1')).toMatchObject({ mean: 0.0262, p95: 0.11 })
})
