import type { Source } from '@steelyard/contract'
import { CircleCheck, CircleHelp, CircleMinus, CircleX } from 'lucide-react'
import { isLogOfUnknownFormat } from '../../lib/uploads/refused-sources.ts'
import { Badge } from '../ui/badge.tsx'

export function SourceStatus({ source, open }: { source: Source; open: boolean }) {
  if (isLogOfUnknownFormat(source)) {
    return (
      <Badge tone="warn" icon={CircleHelp}>
        Format not known
      </Badge>
    )
  }
  if (source.kind === 'unknown') {
    return (
      <Badge tone="danger" icon={CircleX}>
        Not recognised
      </Badge>
    )
  }
  if (!source.included) {
    return (
      <Badge tone="neutral" icon={CircleMinus}>
        Left out
      </Badge>
    )
  }
  if (open) {
    return (
      <Badge tone="warn" icon={CircleHelp}>
        Needs an answer
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon={CircleCheck}>
      Recognised
    </Badge>
  )
}
