import type { Domain } from '@steelyard/contract'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

const words = {
  weight: 'Other weight',
  cap: 'Other cap',
  affinity: 'Other pCPUs',
  cpupool: 'Other cpupool',
  recreated: 'Restarted',
  gone: 'Gone',
}

/** In the table: what about this domain is not as Steelyard left it. */
export function DriftMark({ domain }: { domain: Domain }) {
  if (domain.drift.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {domain.drift.map(({ kind, text }) => (
        <Badge key={kind} tone="warn" icon={TriangleAlert}>
          {words[kind]}
          <span className="sr-only">: {text}</span>
        </Badge>
      ))}
    </span>
  )
}
