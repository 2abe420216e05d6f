import type { LabVariant, Lever } from '@steelyard/contract'
import { formatPredictedMs, formatPrediction } from '@steelyard/contract/format'
import { CircleDot, Equal, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatChange } from '../forecast/change-words.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { StockMark } from '../ui/stock-mark.tsx'
import { TargetMark } from '../ui/target-mark.tsx'

const looks: Record<Lever['effect'], { tone: Tone; icon: typeof Equal; word: string }> = {
  now: { tone: 'neutral', icon: CircleDot, word: 'as it is' },
  helps: { tone: 'ok', icon: TrendingDown, word: 'helps' },
  harms: { tone: 'warn', icon: TrendingUp, word: 'makes it worse' },
  'not-clear': { tone: 'neutral', icon: Equal, word: 'not clear' },
}

/** One lever: what it is, its effect on each domain, how certain that is, and the next step. */
export function LeverRow({
  lever,
  variant,
  action,
}: {
  lever: Lever
  variant: LabVariant
  action: ReactNode
}) {
  const { tone, icon, word } = looks[lever.effect]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 sm:px-6 lg:grid-cols-[1fr_minmax(15rem,auto)]">
      <div className="min-w-0 space-y-1.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{variant.label}</span>
          {lever.kind === 'as-it-is' ? null : (
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
          )}
          <StockMark stockXen={variant.stockXen} />
        </p>
        {lever.kind === 'as-it-is' ? null : (
          <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{variant.meaning}</p>
        )}
        {lever.unanswered ? (
          <p className="text-sm text-ink-soft">
            Requests pile up: its times grow with the length of the run.
          </p>
        ) : null}
        {action}
      </div>
      <div className="min-w-0 space-y-1.5 text-sm">
        <ul className="space-y-1">
          {lever.domains.map((domain) => (
            <DomainLine key={domain.domain} domain={domain} kind={lever.kind} />
          ))}
        </ul>
        <ChangeLine lever={lever} />
      </div>
    </li>
  )
}

function DomainLine({ domain, kind }: { domain: Lever['domains'][number]; kind: Lever['kind'] }) {
  const { predictedNow, predictedThen } = domain
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-12 text-ink-soft">{domain.domain}</span>
      {predictedThen === null ? (
        <span className="text-ink-soft">
          {kind === 'migration' ? 'leaves; not known there' : 'no answer'}
        </span>
      ) : (
        <>
          <BeforeAfter
            before={formatPredictedMs(predictedNow?.ms)}
            after={formatPrediction(predictedThen)}
          />
          <TargetMark meets={domain.meetsTarget} targetMs={domain.targetMs} />
        </>
      )}
    </li>
  )
}

function ChangeLine({ lever: { change, kind } }: { lever: Lever }) {
  if (!change) return null
  const isClear = change.highMs < 0 || change.lowMs > 0
  const whose = kind === 'migration' ? 'All requests of those that stay' : 'All requests'
  return (
    <p className="text-ink-faint tabular">
      {whose}: {formatChange(change)}
      {isClear ? '' : ', not clear'}
    </p>
  )
}
