import type { Token } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { tokenState } from './token-columns.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')

it.each([
  [null, null, 'Active'],
  ['2026-11-21T12:00:01Z', null, 'Active'],
  ['2026-11-21T12:00:00Z', null, 'Expired'],
  ['2027-11-21T12:00:00Z', '2026-11-20T12:00:00Z', 'Revoked'],
])('a token that expires at %j and was revoked at %j is %s', (expiresAt, revokedAt, word) => {
  expect(tokenState({ expiresAt, revokedAt } as Token, now).word).toBe(word)
})
