import type { WatchState } from '@steelyard/contract'
import { Eye, LoaderCircle, type LucideIcon, Zap } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'

const looks: Record<WatchState, { word: string; tone: Tone; icon: LucideIcon }> = {
  starting: { word: 'Watch starting', tone: 'accent', icon: LoaderCircle },
  watching: { word: 'Watched', tone: 'ok', icon: Eye },
  failing: { word: 'Watch failing', tone: 'danger', icon: Zap },
}

/** How the watch of a host goes. */
export function WatchBadge({ state }: { state: WatchState }) {
  const { word, tone, icon } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
