import type { PlanState } from '@steelyard/contract'
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ClipboardList,
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

export function PlanStateBadge({ state }: { state: PlanState }) {
  const { tone, icon, word } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
