import { expect, test } from 'vitest'
import { evidenceOf, type Lack } from './evidence.ts'

const thin: Lack = { code: 'short', atMost: 'thin', seconds: 100, leastSeconds: 180 }
const grave: Lack = { code: 'no-cpu-trace', atMost: 'not-enough' }

test('the worst lack decides the grade', () => {
  expect(evidenceOf([]).grade).toBe('enough')
  expect(evidenceOf([thin]).grade).toBe('thin')
  expect(evidenceOf([thin, grave, thin]).grade).toBe('not-enough')
})

test('the most serious lack comes first, the others in their order', () => {
  const other: Lack = { ...thin, code: 'short', seconds: 90 }
  expect(evidenceOf([thin, grave, other]).lacks).toEqual([grave, thin, other])
})
