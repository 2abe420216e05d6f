import { expect, it } from 'vitest'
import { verdictOf } from './approval-rules.tsx'

it.each([
  [
    [{ tag: 'prod' }, { tag: 'web-*' }],
    'Plans on hosts tagged prod and web-* need a second person before they are applied.',
  ],
  [[{ tag: 'prod' }, { tag: null }], 'Every plan needs a second person before it is applied.'],
])('says at first sight what %j mean', (rules, verdict) => {
  expect(verdictOf(rules)).toBe(verdict)
})
