import type { Approval, PlanState } from '@steelyard/contract'
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ClipboardList,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Undo2,
} from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'

const looks: Record<PlanState, { tone: Tone; icon: LucideIcon; word: string }> = {
  draft: { tone: 'neutral', icon: CircleDashed, word: 'Draft' },
  planned: { tone: 'accent', icon: ClipboardList, word: 'Planned' },
  confirmed: { tone: 'accent', icon: LoaderCircle, word: 'Confirmed' },
  applying: { tone: 'accent', icon: LoaderCircle, word: 'Applying' },
  verified: { tone: 'ok', icon: CircleCheck, word: 'Verified' },
  'rolled-back': { tone: 'warn', icon: Undo2, word: 'Rolled back' },
  failed: { tone: 'danger', icon: CircleX, word: 'Failed' },
}

export const planStateWords = (state: PlanState) => looks[state].word

const undecided: Record<'waiting' | 'rejected', (typeof looks)[PlanState]> = {
  waiting: { tone: 'warn', icon: Hourglass, word: 'Waits for approval' },
  rejected: { tone: 'danger', icon: CircleX, word: 'Rejected' },
}

/** The state, or what keeps a plan that is ready from being applied. */
export function PlanStateBadge({
  state,
  approval = 'approved',
}: {
  state: PlanState
  approval?: Approval['state']
}) {
  const { tone, icon, word } =
    state === 'planned' && approval !== 'approved' ? undecided[approval] : looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
