import type { AuditEvent } from '@steelyard/contract'
import { Ban, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'

const looks: Record<AuditEvent['outcome'], { icon: LucideIcon; tone: Tone }> = {
  succeeded: { icon: CircleCheck, tone: 'ok' },
  refused: { icon: Ban, tone: 'warn' },
  failed: { icon: CircleX, tone: 'danger' },
}

export function OutcomeBadge({ outcome }: { outcome: AuditEvent['outcome'] }) {
  return (
    <Badge icon={looks[outcome].icon} tone={looks[outcome].tone}>
      {outcome}
    </Badge>
  )
}
