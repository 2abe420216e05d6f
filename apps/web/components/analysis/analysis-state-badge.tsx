import type { AnalysisSummary } from '@steelyard/contract'
import { Ban, CircleX, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'

type Unfinished = Exclude<AnalysisSummary['state'], 'succeeded'>

const looks: Record<Unfinished, { tone: Tone; icon: LucideIcon; word: string }> = {
  queued: { tone: 'neutral', icon: Hourglass, word: 'Waiting' },
  running: { tone: 'accent', icon: LoaderCircle, word: 'Running' },
  failed: { tone: 'danger', icon: CircleX, word: 'Failed' },
  cancelled: { tone: 'neutral', icon: Ban, word: 'Cancelled' },
}

/** The verdict of an analysis, or its progress while it has none. */
export function AnalysisStateBadge({
  analysis,
}: {
  analysis: Pick<AnalysisSummary, 'state' | 'verdict'>
}) {
  if (analysis.state === 'succeeded') {
    return <VerdictBadge verdict={analysis.verdict} />
  }
  const { tone, icon, word } = looks[analysis.state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
