import type { Domain, DomainDrift } from '@steelyard/contract'
import { formatCount, formatShare, formatTargetMs, formatTargetRate } from '../../lib/format.ts'
import { isGuest } from '../../lib/is-guest.ts'
import { affinityWords } from '../../lib/p-cpus.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { GuestLogCell } from '../guest-log/guest-log-cell.tsx'
import { formatCap } from '../plan/format-cap.ts'
import { Cell, RowHead } from '../ui/plain-table.tsx'
import { domainStateWords } from './domain-state.ts'
import { DriftMark } from './drift-mark.tsx'

export function DomainRow({
  domain,
  share,
  onAccessLog,
}: {
  domain: Domain
  share: number | null
  onAccessLog: () => void
}) {
  const drifted = (kind: DomainDrift['kind']) => domain.drift.some((each) => each.kind === kind)
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>
        <span className="[overflow-wrap:anywhere]">{domain.name}</span>
        {domain.xenId === null ? null : (
          <span className="block text-xs font-normal text-ink-faint">id {domain.xenId}</span>
        )}
        <DriftMark domain={domain} />
      </RowHead>
      <Cell numeric>
        {formatCount(domain.weight)}
        {drifted('weight') ? <Left value={formatCount(domain.applied?.weight)} /> : null}
      </Cell>
      <Cell>
        {share === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          <div className="flex min-w-36 items-center gap-3">
            <div className="flex-1">
              <ShareBar label={domain.name} share={share} />
            </div>
            <span className="w-11 shrink-0 text-right tabular">{formatShare(share)}</span>
          </div>
        )}
      </Cell>
      <Cell numeric>
        {formatCap(domain.cap)}
        {drifted('cap') ? <Left value={formatCap(domain.applied?.cap ?? null)} /> : null}
      </Cell>
      <Cell numeric>
        {formatCount(domain.vCpus)}
        {isPinned(domain) ? (
          <span className="block text-xs whitespace-nowrap text-ink-soft">
            on {affinityWords(domain.affinity)}
          </span>
        ) : null}
        {drifted('affinity') ? <Left value={affinityWords(domain.applied?.affinity)} /> : null}
      </Cell>
      <Cell>{domainStateWords(domain)}</Cell>
      <Cell className="whitespace-nowrap">{targetWords(domain)}</Cell>
      <Cell>
        <GuestLogCell domain={domain} onOpen={onAccessLog} />
      </Cell>
    </tr>
  )
}

/** What Steelyard left there, under what is there now. */
function Left({ value }: { value: string }) {
  return <span className="block text-xs text-warn">applied: {value}</span>
}

function isPinned({ affinity }: Domain): boolean {
  return (affinity ?? []).some((of) => of !== 'all')
}

function targetWords(domain: Domain): string {
  if (!isGuest(domain)) return '–'
  const { target } = domain
  const parts = [
    target.responseTimeMs === null ? null : formatTargetMs(target.responseTimeMs),
    target.throughputPerSecond === null ? null : formatTargetRate(target.throughputPerSecond),
  ]
  return parts.filter(Boolean).join(', ') || 'none'
}
