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
