import type { Verdict } from '@steelyard/contract'
import { cx } from '../../lib/cx.ts'
import { verdictWords } from '../../lib/verdict-words.ts'
import { Badge, type Tone } from './badge.tsx'
import { VerdictMark } from './verdict-mark.tsx'

const tones: Record<Verdict, Tone> = {
  saturated: 'danger',
  misses: 'danger',
  'probably-misses': 'warn',
  'not-enough-evidence': 'neutral',
  'no-targets': 'neutral',
  'probably-meets': 'ok',
  meets: 'ok',
}

export const NO_VERDICT = 'No verdict yet'

/** The verdict on a host. */
export function VerdictBadge({
  verdict,
  large = false,
}: {
  verdict: Verdict | null
  large?: boolean
}) {
  return (
    <Badge
      tone={verdict ? tones[verdict] : 'neutral'}
      className={cx(large && 'px-3 py-1 text-base font-semibold')}
    >
      <VerdictMark verdict={verdict} beside />
      {verdict ? verdictWords[verdict] : NO_VERDICT}
    </Badge>
  )
}
