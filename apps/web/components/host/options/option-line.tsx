import type { Lever } from '@steelyard/contract'
import type { OneUnit } from '@steelyard/contract/format'
import { Equal, Hourglass, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react'
import { cx } from '../../../lib/cx.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Cell, RowHead } from '../../ui/plain-table.tsx'
import { PredictedMark } from '../../ui/predicted-mark.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { StockMark } from '../../ui/stock-mark.tsx'
import type { OptionCell, OptionRow } from './option-rows.ts'

const effects: Record<Lever['effect'], { tone: Tone; icon: LucideIcon; word: string } | null> = {
  now: null,
  helps: { tone: 'accent', icon: TrendingDown, word: 'helps' },
  harms: { tone: 'warn', icon: TrendingUp, word: 'makes it worse' },
  'not-clear': { tone: 'neutral', icon: Equal, word: 'not clear' },
}

/** What an option is, and how certain its effect. */
export function OptionHead({ row }: { row: OptionRow }) {
  const effect = row.lever ? effects[row.lever.effect] : null
  return (
    <RowHead className="max-w-80 min-w-44">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="[overflow-wrap:anywhere]">{row.label}</span>
        {row.isProvisional && row.kind === 'asked' ? (
          <Badge icon={Hourglass}>provisional</Badge>
        ) : null}
        {effect ? (
          <Badge tone={effect.tone} icon={effect.icon}>
            {effect.word}
          </Badge>
        ) : null}
        <StockMark stockXen={row.isInStockXen} />
      </span>
      {row.meaning ? (
        <span className="block text-xs font-normal text-ink-soft [overflow-wrap:anywhere]">
          {row.meaning}
        </span>
      ) : null}
    </RowHead>
  )
}

/** The predicted time of each domain under an option, in the order of the columns. */
export function OptionCells({
  row,
  domains,
  times,
  isSure,
}: {
  row: OptionRow
  domains: readonly string[]
  times: OneUnit
  isSure: boolean
}) {
  return domains.map((domain) => {
    const cell = row.cells.find((each) => each.domain === domain)
    return (
      <Cell key={domain} numeric data-label={domain}>
        {cell?.prediction ? (
          // Dotted as well as named, because a provisional figure must not pass for a final one.
          <span className={cx(row.isProvisional && row.kind === 'asked' && 'italic opacity-80')}>
            <ChangeMark change={cell.change} />{' '}
            <PredictedTime prediction={cell.prediction} times={times} />{' '}
            <PredictedMark
              prediction={cell.prediction}
              targetMs={cell.targetMs}
              meets={cell.meetsTarget}
              isSure={isSure}
            />
          </span>
        ) : (
          <span className="whitespace-normal text-ink-soft">{cell?.missing ?? '–'}</span>
        )}
      </Cell>
    )
  })
}

function ChangeMark({ change }: Pick<OptionCell, 'change'>) {
  if (change !== 'faster' && change !== 'slower') return null
  const Icon = change === 'faster' ? TrendingDown : TrendingUp
  return (
    <>
      <Icon className="inline size-3.5 text-ink-faint" aria-hidden />
      <span className="sr-only">{change}: </span>
    </>
  )
}
