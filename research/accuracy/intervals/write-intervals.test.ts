import { expect, test } from 'vitest'
import type { AccuracyReport, ProductCoverage } from '../accuracy-report.ts'
import { writeIntervals } from './write-intervals.ts'

const none = { n: 0, inside: 0, meanFactor: null }
const row = (inside: number, changes: Partial<ProductCoverage> = {}): ProductCoverage => {
  const all = { n: 40, inside, meanFactor: 1.5 }
  return {
    statistic: 'p95',
    question: 'diagnosis',
    asked: 'default',
    bands: [none, none, all],
    all,
    domains: { vm1: all },
    grades: { thin: all },
    ...changes,
  }
}

const written = (product: ProductCoverage[]) =>
  writeIntervals({
    summary: { product, coverage: { twin: { diagnosis: [none, none, none], forecast: [] } } },
  } as unknown as AccuracyReport)

test('what a user sees comes first, over all loads and by band', () => {
  const text = written([row(36), row(37, { asked: 'sdps' })])
  expect(text).toContain('| 95th percentile, now | 36 of 40 | 90 % | 1.50 | – | – | – |')
  expect(text).toContain('It is met for each of them.')
  expect(text.indexOf('37 of 40')).toBeGreaterThan(text.indexOf('The same with SDPS'))
  expect(text.indexOf('### Of raw estimates')).toBeGreaterThan(text.indexOf('37 of 40'))
})

test('a missed aim is named, with its direction', () => {
  const text = written([row(30), row(40, { statistic: 'mean', question: 'forecast' })])
  expect(text).toContain(
    'It is missed by *now* of the 95th percentile (too narrow), *what if* of the mean (wider than necessary).',
  )
})

test('a domain that an average hides is named, and how good the recordings were', () => {
  const own = { n: 20, inside: 15, meanFactor: 1.5 }
  const text = written([row(36, { domains: { vm1: own, vm2: { ...own, inside: 18 } } })])
  expect(text).toContain('outside the aim are *now* of the 95th percentile of vm1 (15 of 20).')
  expect(text).not.toContain('of vm2')
  expect(text).toContain('0 `enough`, 40 `thin`, 0 `not-enough`')
  expect(written([row(36)])).toContain('for each domain by itself as well')
})

test('without the product’s answers only the estimators are judged', () => {
  expect(written([])).not.toContain('what if')
})
