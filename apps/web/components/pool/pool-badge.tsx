import type { PoolState } from '@steelyard/contract'
import { Badge, type Tone } from '../ui/badge.tsx'

const looks: Record<PoolState, [Tone, string]> = {
  probing: ['neutral', 'Fetching its certificate'],
  'awaiting-confirmation': ['warn', 'To be confirmed'],
  connecting: ['neutral', 'Connecting'],
  connected: ['ok', 'Connected'],
  failing: ['danger', 'Cannot be read'],
}

export function PoolBadge({ state }: { state: PoolState }) {
  const [tone, label] = looks[state]
  return <Badge tone={tone}>{label}</Badge>
}
