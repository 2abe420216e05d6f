import type { EvidenceGrade } from '@steelyard/contract'
import { type LucideIcon, SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { Badge, type Tone } from './badge.tsx'

const looks: Record<EvidenceGrade, { word: string; icon: LucideIcon; tone: Tone }> = {
  enough: { word: 'Enough evidence', icon: SignalHigh, tone: 'neutral' },
  thin: { word: 'Thin evidence', icon: SignalMedium, tone: 'warn' },
  'not-enough': { word: 'Not enough evidence', icon: SignalLow, tone: 'warn' },
}

/** How much a recording can support, by word and icon. */
export function GradeBadge({ grade }: { grade: EvidenceGrade }) {
  const { word, icon, tone } = looks[grade]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
