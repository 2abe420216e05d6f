import { expect, it } from 'vitest'
import { sourceCounts } from './source-kinds.ts'

it('counts sources by kind, in the order they matter', () => {
  const sources = (['unknown', 'access-log', 'xenmon', 'access-log'] as const).map((kind) => ({
    kind,
  }))
  expect(sourceCounts(sources)).toBe('1 xenmon trace, 2 access logs, 1 unknown file')
})
