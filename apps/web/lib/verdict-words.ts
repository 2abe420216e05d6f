import type { Verdict } from '@steelyard/contract'

/** The seven verdicts in words; there are no others. */
export const verdictWords: Record<Verdict, string> = {
  saturated: 'Saturated',
  misses: 'Misses',
  'probably-misses': 'Probably misses',
  'not-enough-evidence': 'Not enough evidence',
  'no-targets': 'No targets',
  'probably-meets': 'Probably meets',
  meets: 'Meets',
}

/** How urgent each is; where it is drawn, a tone has its colour. */
export const verdictTones: Record<Verdict, 'danger' | 'warn' | 'neutral' | 'ok'> = {
  saturated: 'danger',
  misses: 'danger',
  'probably-misses': 'warn',
  'not-enough-evidence': 'neutral',
  'no-targets': 'neutral',
  'probably-meets': 'ok',
  meets: 'ok',
}
