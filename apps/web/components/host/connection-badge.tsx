import type { ConnectionState } from '@steelyard/contract'
import { Cable, KeyRound, LoaderCircle, type LucideIcon, Unplug, Zap } from 'lucide-react'
import { connectionWords } from '../overview/connection-words.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const looks: Record<ConnectionState, { tone: Tone; icon: LucideIcon }> = {
  none: { tone: 'neutral', icon: Unplug },
  probing: { tone: 'accent', icon: LoaderCircle },
  'awaiting-confirmation': { tone: 'warn', icon: KeyRound },
  connecting: { tone: 'accent', icon: LoaderCircle },
  connected: { tone: 'ok', icon: Cable },
  failing: { tone: 'danger', icon: Zap },
}

export function ConnectionBadge({ state }: { state: ConnectionState }) {
  const { tone, icon } = looks[state]
  return (
    <Badge tone={tone} icon={icon} className="whitespace-normal">
      {connectionWords[state]}
    </Badge>
  )
}
