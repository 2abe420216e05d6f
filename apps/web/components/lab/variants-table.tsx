import type { Change, LabDomain, LabVariant } from '@steelyard/contract'
import { formatMs, formatNumber, formatRangeMs } from '@steelyard/contract/format'
import { changeOf } from '@steelyard/contract/plain'
import { Equal, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { StockMark } from '../ui/stock-mark.tsx'
import { formatChange } from './change-words.ts'

/** Compares the variants for one domain and for all requests together. */
export function VariantsTable({
  variants,
  domain,
}: {
  variants: readonly LabVariant[]
  domain: string
}) {
  // A domain that never blocks has no wake-ups.
  const wakes = variants.some(({ domains }) =>
    domains.some(({ name, wakeToRunMs }) => name === domain && (wakeToRunMs ?? 0) > 0.001),
  )
  const isOneOfMany = (variants[0]?.domains ?? []).filter(({ mean }) => mean).length > 1
  const hasBandwidth = variants.some(({ bandwidth }) => bandwidth !== null)
  return (
    <PlainTable caption={`Variants, and what they mean for ${domain}`}>
      <thead>
        <tr>
          <HeadCell>Variant</HeadCell>
          <HeadCell numeric>Mean of {domain}</HeadCell>
          <HeadCell>Change</HeadCell>
          <HeadCell numeric>95th percentile</HeadCell>
          {wakes ? <HeadCell numeric>Wake to run</HeadCell> : null}
          {hasBandwidth ? <HeadCell numeric>Bandwidth (proxy)</HeadCell> : null}
          <HeadCell numeric>pCPU</HeadCell>
          {isOneOfMany ? <HeadCell numeric>All requests</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {variants.map((variant, index) => {
          const known = variant.domains.find(({ name }) => name === domain)
          return (
            <tr
              key={variant.id}
              className="border-b border-line last:border-0 *:py-1.5 *:align-middle"
            >
              <RowHead>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {variant.label}
                  <StockMark stockXen={variant.stockXen} />
                </span>
              </RowHead>
              <MeanCell mean={known?.mean ?? null} />
              {index === 0 ? <Cell /> : <ChangeCell change={known?.change ?? null} />}
              <Cell numeric>{formatMs(known?.p95?.ms)}</Cell>
              {wakes ? <Cell numeric>{formatMs(known?.wakeToRunMs)}</Cell> : null}
              {hasBandwidth ? (
                <Cell numeric>{formatNumber(variant.bandwidth?.mbitPerSecond)} Mbit/s</Cell>
              ) : null}
              <Cell numeric>{formatNumber(known?.cpuShare)}</Cell>
              {isOneOfMany ? <Cell numeric>{formatMs(variant.meanMs)}</Cell> : null}
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

function MeanCell({ mean }: { mean: LabDomain['mean'] }) {
  return (
    <Cell numeric>
      {formatMs(mean?.ms)}
      {mean ? (
        <span className="block text-ink-faint xl:ml-2 xl:inline">
          ({formatRangeMs(mean.lowMs, mean.highMs)})
        </span>
      ) : null}
    </Cell>
  )
}

const looks: Record<Change, { tone: Tone; icon: LucideIcon; word: string }> = {
  gains: { tone: 'ok', icon: TrendingDown, word: 'faster' },
  pays: { tone: 'warn', icon: TrendingUp, word: 'slower' },
  'may be chance': { tone: 'neutral', icon: Equal, word: 'may be chance' },
}

function ChangeCell({ change }: { change: LabDomain['change'] }) {
  if (!change) return <Cell />
  const { tone, icon, word } = looks[changeOf(change)]
  return (
    <Cell className="whitespace-nowrap">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span className="block text-ink-faint tabular xl:ml-2 xl:inline">
        ({formatChange(change)})
      </span>
    </Cell>
  )
}
