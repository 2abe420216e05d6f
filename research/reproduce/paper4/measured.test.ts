import { expect, test } from 'vitest'
import { keptResult } from '../../experiments/kept-result.ts'
import { measuredRows } from './measured.ts'

test('a figure near the published one is no confirmation where its interval is wide', () => {
  const [native] = measuredRows(keptResult('paper4'))
  expect(native!.difference).toMatch(
    /within 10 % \(\+\d.*\), which the interval cannot tell: undetermined/,
  )
  expect(native!.status).toBe('partly')
})
