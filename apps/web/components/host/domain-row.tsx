import type { Domain, DomainDrift } from '@steelyard/contract'
import {
  formatCap,
  formatCount,
  formatItems,
  formatShare,
  formatTargetMs,
  formatTargetRate,
} from '@steelyard/contract/format'
import { TriangleAlert } from 'lucide-react'
import { formatRelative } from '../../lib/format/dates.ts'
import { isGuest } from '../../lib/is-guest.ts'
import { affinityWords } from '../../lib/p-cpus.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { GuestLogCell } from '../guest-log/guest-log-cell.tsx'
import { Badge } from '../ui/badge.tsx'
import { Name } from '../ui/name.tsx'
import { Cell, RowHead } from '../ui/plain-table.tsx'

/** The state letters of `xl list`, the most serious first. */
const stateLetters: readonly [letter: string, word: string][] = [
  ['d', 'dying'],
  ['c', 'crashed'],
  ['s', 'shut down'],
  ['p', 'paused'],
  ['r', 'running'],
  ['b', 'idle'],
]

export function DomainRow({
  domain,
  guests,
  share,
  onAccessLog,
}: {
  domain: Domain
  guests: readonly string[]
  share: number | null
  onAccessLog: () => void
}) {
  const drifted = (kind: DomainDrift['kind']) => domain.drift.some((each) => each.kind === kind)
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>
        <Name className="max-w-60">{domain.name}</Name>
        {domain.xenId === null ? null : (
          <span className="block text-xs font-normal text-ink-faint">id {domain.xenId}</span>
        )}
        <DriftMark domain={domain} />
      </RowHead>
      <Cell numeric data-label="Weight">
        {formatCount(domain.weight)}
        {drifted('weight') ? <Left value={formatCount(domain.applied?.weight)} /> : null}
      </Cell>
      <Cell data-label="Share">
        {share === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          <div className="flex min-w-36 items-center gap-3">
            <div className="flex-1">
              <ShareBar domain={domain.name} guests={guests} share={share} />
            </div>
            <span className="w-11 shrink-0 text-right tabular">{formatShare(share)}</span>
          </div>
        )}
      </Cell>
      <Cell numeric data-label="Cap">
        {formatCap(domain.cap)}
        {drifted('cap') ? <Left value={formatCap(domain.applied?.cap ?? null)} /> : null}
      </Cell>
      <Cell numeric data-label="vCPUs">
        {formatCount(domain.vCpus)}
        {isPinned(domain) ? (
          <span className="block text-xs whitespace-nowrap text-ink-soft">
            on {affinityWords(domain.affinity)}
          </span>
        ) : null}
        {drifted('affinity') ? <Left value={affinityWords(domain.applied?.affinity)} /> : null}
      </Cell>
      <Cell data-label="State">{domainStateWords(domain)}</Cell>
      <Cell data-label="Target" className="whitespace-nowrap">
        {targetWords(domain)}
      </Cell>
      <Cell data-label="Access log">
        <GuestLogCell domain={domain} onOpen={onAccessLog} />
      </Cell>
    </tr>
  )
}

/** The value that Steelyard applied, shown below the current one. */
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
    target.responseTimeMs === null
      ? null
      : `${formatTargetMs(target.responseTimeMs)}${target.isSoft ? ', soft' : ''}`,
    target.throughputPerSecond === null ? null : formatTargetRate(target.throughputPerSecond),
  ]
  return formatItems(parts.filter((part) => part !== null)) || 'none'
}

/** Translates a state such as `-b----` into words. A domain without a letter waits for a pCPU. */
export function domainStateWords({
  gone,
  seenAt,
  state,
}: Pick<Domain, 'gone' | 'seenAt' | 'state'>): string {
  if (gone) return `gone, last seen ${formatRelative(seenAt)}`
  if (state === null) return '–'
  if (!/^[rbpscd-]{6}$/.test(state)) return state
  return stateLetters.find(([letter]) => state.includes(letter))?.[1] ?? 'runnable'
}

const driftWords = {
  weight: 'Other weight',
  cap: 'Other cap',
  affinity: 'Other pCPUs',
  cpupool: 'Other cpupool',
  recreated: 'Restarted',
  gone: 'Gone',
}

/** Badges for every setting of this domain that differs from what Steelyard applied. */
function DriftMark({ domain }: { domain: Domain }) {
  if (domain.drift.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {domain.drift.map(({ kind, text }) => (
        <Badge key={kind} tone="warn" icon={TriangleAlert}>
          {driftWords[kind]}
          <span className="sr-only">: {text}</span>
        </Badge>
      ))}
    </span>
  )
}
