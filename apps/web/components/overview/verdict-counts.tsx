import type { Host } from '@steelyard/contract'
import { formatCounted } from '../../lib/format.ts'
import { countVerdicts } from '../../lib/host-order.ts'
import { VerdictBadge } from '../ui/verdict-badge.tsx'

export function VerdictCounts({ hosts }: { hosts: Host[] }) {
  return (
    <ul aria-label="Hosts by verdict" className="flex flex-wrap gap-x-6 gap-y-2">
      {countVerdicts(hosts).map(({ verdict, count }) => (
        <li key={verdict ?? 'none'} className="flex items-center gap-2 text-sm text-ink-soft">
          <VerdictBadge verdict={verdict} />
          <span className="tabular">{formatCounted(count, 'host')}</span>
        </li>
      ))}
    </ul>
  )
}
