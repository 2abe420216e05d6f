import type { Token } from '@steelyard/contract'
import type { Tone } from '../ui/badge.tsx'

/** Whether a token still opens anything, in a word. */
export function tokenState(token: Token, now = Date.now()): { word: string; tone: Tone } {
  if (token.revokedAt) return { word: 'Revoked', tone: 'neutral' }
  if (token.expiresAt && Date.parse(token.expiresAt) <= now) {
    return { word: 'Expired', tone: 'neutral' }
  }
  return { word: 'Active', tone: 'ok' }
}
