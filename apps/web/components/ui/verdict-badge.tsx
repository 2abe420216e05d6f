import type { EvidenceGrade, Verdict } from '@steelyard/contract'
import { CircleCheck, CircleDashed, CircleHelp, type LucideIcon, Scale, Truck } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { Badge, type Tone } from './badge.tsx'

interface VerdictLook {
  word: string
  icon: LucideIcon
  tone: Tone
}

/** Verdicts differ by word, icon and colour, so that none of these is needed on its own. */
const verdictLooks: Record<Verdict, VerdictLook> = {
  ok: { word: 'OK', icon: CircleCheck, tone: 'ok' },
  reweight: { word: 'Reweight', icon: Scale, tone: 'warn' },
  migrate: { word: 'Migrate', icon: Truck, tone: 'danger' },
  undecided: { word: 'Not enough evidence', icon: CircleHelp, tone: 'warn' },
}

const noVerdict: VerdictLook = { word: 'No verdict yet', icon: CircleDashed, tone: 'neutral' }

export function verdictWord(verdict: Verdict | null): string {
  return (verdict ? verdictLooks[verdict] : noVerdict).word
}

export function VerdictBadge({
  verdict,
  grade = 'enough',
  large = false,
}: {
  verdict: Verdict | null
  /** How good the evidence is: green needs enough of it. */
  grade?: EvidenceGrade | null
  large?: boolean
}) {
  const { word, icon, tone } = verdict ? verdictLooks[verdict] : noVerdict
  return (
    <Badge
      tone={tone === 'ok' && grade !== 'enough' ? 'neutral' : tone}
      icon={icon}
      className={cx(large && 'px-3 py-1 text-base font-semibold [&_svg]:size-5')}
    >
      {word}
    </Badge>
  )
}
