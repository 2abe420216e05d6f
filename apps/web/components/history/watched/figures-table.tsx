import { formatCount, formatTargetMs } from '@steelyard/contract/format'
import { Cell, HeadCell, NameHead, PlainTable } from '../../ui/plain-table.tsx'
import type { WatchLine } from '../../watch/watch-lines.ts'
import type { WatchMetric } from '../../watch/watch-metrics.ts'
import { metricIn, type WatchRow } from '../../watch/watch-rows.ts'

/** The chart in figures: its windows, domain by domain. */
export function FiguresTable({
  rows,
  lines,
  metric,
}: {
  rows: readonly WatchRow[]
  lines: readonly WatchLine[]
  metric: WatchMetric
}) {
  const isTimed = metric.key === 'response'
  return (
    <PlainTable caption={`${metric.label} in the windows of the range`}>
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Windows</HeadCell>
          <HeadCell numeric>Lowest</HeadCell>
          <HeadCell numeric>Median</HeadCell>
          <HeadCell numeric>Highest</HeadCell>
          {isTimed ? <HeadCell numeric>Target</HeadCell> : null}
          {isTimed ? <HeadCell numeric>Missed in</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ domain, targetMs }) => {
          const values = rows
            .flatMap((row) => metricIn(row, domain, metric) ?? [])
            .sort((a, b) => a - b)
          const at = (part: number) => values[Math.floor(part * (values.length - 1))] ?? null
          const missed = targetMs === null ? null : values.filter((ms) => ms > targetMs).length
          return (
            <tr key={domain} className="border-b border-line last:border-0">
              <NameHead name={domain} />
              <Cell numeric>{formatCount(values.length)}</Cell>
              <Cell numeric>{metric.write(at(0))}</Cell>
              <Cell numeric>{metric.write(at(0.5))}</Cell>
              <Cell numeric>{metric.write(at(1))}</Cell>
              {isTimed ? <Cell numeric>{formatTargetMs(targetMs)}</Cell> : null}
              {isTimed ? <Cell numeric>{formatCount(missed)}</Cell> : null}
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}
