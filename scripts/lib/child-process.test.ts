import { expect, test } from 'vitest'
import { errorIn } from './child-process.ts'

test.each([
  ['{"level":50,"msg":"no database","err":{"message":"refused"}}', 'no database: refused'],
  ['{"level":60,"msg":"refused","err":{"message":"refused"}}', 'refused'],
  ['{"level":30,"msg":"listening"}', undefined],
  ['{"msg":"no level"}', undefined],
  ['{ not json', undefined],
  ['plain text', undefined],
])('%s is shown as %s', (line, shown) => {
  expect(errorIn(line)).toBe(shown)
})
