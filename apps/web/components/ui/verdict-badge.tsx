import type { Verdict } from '@steelyard/contract'
import { verdictTones, verdictWords } from '../../lib/verdict-words.ts'
import { Badge } from './badge.tsx'
import { VerdictMark } from './verdict-mark.tsx'

export const NO_VERDICT = 'No verdict yet'

/** The verdict on a host. */
export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  return (
    <Badge tone={verdict ? verdictTones[verdict] : 'neutral'}>
      <VerdictMark verdict={verdict} beside />
      {verdict ? verdictWords[verdict] : NO_VERDICT}
    </Badge>
  )
}
