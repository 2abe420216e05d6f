import type { ConnectionState } from '@steelyard/contract'
import { Cable, KeyRound, LoaderCircle, type LucideIcon, Unplug, Zap } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const connectionWords: Record<ConnectionState, string> = {
  none: 'Not connected',
  probing: 'Connecting',
  'awaiting-confirmation': 'Key to be confirmed',
  connecting: 'Connecting',
  connected: 'Connected',
  failing: 'Connection failing',
}

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
