import { type Change, changeOf, type Interval, type TwinRunResult } from '@steelyard/contract'
import {
  formatMs,
  formatPercent,
  formatPredictedMs,
  formatPrediction,
  formatRangeMs,
} from '@steelyard/contract/format'
import { Equal, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { TargetMark } from '../../ui/target-mark.tsx'
import { formatChange } from '../change-words.ts'

/** Compares the twin's results for the current and the changed settings, domain by domain. */
export function TwinRunTable({ result }: { result: TwinRunResult }) {
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
          const changes = result.changes.find(({ domain }) => domain === asked.domain)
          const change = changes?.mean ?? null
          return (
            <tr key={asked.domain} className="border-b border-line last:border-0">
              <RowHead>
                <span className="mb-1 block">{asked.domain}</span>
                {change ? <ChangeBadge change={change} /> : null}
              </RowHead>
              <IntervalCell now={now?.mean} asked={asked.mean}>
                {change ? <span className="block">{formatChange(change)}</span> : null}
              </IntervalCell>
              {changes ? <PredictedCell changes={changes} /> : <Cell />}
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

function PredictedCell({ changes }: { changes: TwinRunResult['changes'][number] }) {
  const { predictedNow, predictedThen, meetsTarget, targetMs } = changes
  return (
    <Cell className="whitespace-nowrap">
      <BeforeAfter
        before={formatPredictedMs(predictedNow?.ms)}
        after={formatPrediction(predictedThen)}
      />
      <span className="block">
        <TargetMark meets={meetsTarget} targetMs={targetMs} />
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
