import type {
  DomainResult,
  Interval,
  Statistic,
  TwinRunDomain,
  TwinRunResult,
} from '@steelyard/contract'
import { formatMs, formatPercent, formatRangeMs } from '@steelyard/contract/format'
import { Equal, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { TargetMark } from '../../ui/target-mark.tsx'
import { movedPeak } from '../answers/peak-outlook.ts'
import { type Change, changeOf, formatChange } from '../change-words.ts'

/** Compares the twin's results for the current and the changed settings, domain by domain. */
export function TwinRunTable({
  result,
  domains,
  statistic,
}: {
  result: TwinRunResult
  domains: readonly DomainResult[]
  statistic: Statistic
}) {
  return (
    <PlainTable caption="The twin’s answer by domain">
      <thead>
        <tr>
          <HeadCell>Domain</HeadCell>
          <HeadCell numeric>Mean, change</HeadCell>
          <HeadCell>Against target</HeadCell>
          <HeadCell numeric>95th percentile</HeadCell>
          <HeadCell numeric>99th percentile</HeadCell>
          <HeadCell numeric>CPU, wait per request</HeadCell>
        </tr>
      </thead>
      <tbody>
        {result.asked.map((asked) => {
          const now = result.now.find(({ domain }) => domain === asked.domain)
          const known = domains.find(({ domain }) => domain === asked.domain)
          const change = result.changes.find(({ domain }) => domain === asked.domain)?.mean ?? null
          return (
            <tr key={asked.domain} className="border-b border-line last:border-0">
              <RowHead>
                <span className="mb-1 block">{asked.domain}</span>
                {change ? <ChangeBadge change={change} /> : null}
              </RowHead>
              <IntervalCell now={now?.mean} asked={asked.mean}>
                {change ? <span className="block">{formatChange(change)}</span> : null}
              </IntervalCell>
              <PeakCell known={known} statistic={statistic} now={now} asked={asked} />
              <IntervalCell now={now?.p95} asked={asked.p95} />
              <IntervalCell now={now?.p99} asked={asked.p99} />
              <Cell numeric>
                <BeforeAfter
                  before={formatPercent(now?.cpuShare)}
                  after={formatPercent(asked.cpuShare)}
                />
                <span className="block">
                  <BeforeAfter
                    before={formatMs(now?.runnableWaitPerRequestMs)}
                    after={formatMs(asked.runnableWaitPerRequestMs)}
                  />
                </span>
              </Cell>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

const changeLooks: Record<Change, { tone: Tone; icon: LucideIcon }> = {
  gains: { tone: 'ok', icon: TrendingDown },
  pays: { tone: 'warn', icon: TrendingUp },
  'may be chance': { tone: 'neutral', icon: Equal },
}

function ChangeBadge({ change }: { change: Interval }) {
  const word = changeOf(change)
  const { tone, icon } = changeLooks[word]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** The measured statistic that the targets use, scaled by the ratio that the twin predicts. */
function PeakCell({
  known,
  statistic,
  now,
  asked,
}: {
  known: DomainResult | undefined
  statistic: Statistic
  now: TwinRunDomain | undefined
  asked: TwinRunDomain
}) {
  const peakMs = known?.peakResponseTimeMs ?? null
  if (peakMs === null) return <Cell />
  const targetMs = known?.target?.responseTimeMs ?? null
  const thenMs = movedPeak(peakMs, asked[statistic]?.ms ?? null, now?.[statistic]?.ms ?? null)
  return (
    <Cell className="whitespace-nowrap">
      <BeforeAfter before={formatMs(peakMs)} after={formatMs(thenMs)} />
      <span className="block">
        <TargetMark
          meets={thenMs === null || targetMs === null ? null : thenMs <= targetMs}
          targetMs={targetMs}
        />
      </span>
    </Cell>
  )
}

function IntervalCell({
  now,
  asked,
  children,
}: {
  now: Interval | null | undefined
  asked: Interval | null
  children?: ReactNode
}) {
  return (
    <Cell numeric>
      <BeforeAfter before={formatMs(now?.ms)} after={formatMs(asked?.ms)} />
      {asked ? (
        <span className="block text-ink-faint">({formatRangeMs(asked.lowMs, asked.highMs)})</span>
      ) : null}
      {children}
    </Cell>
  )
}
