import { formatCount, formatMs, formatRate, formatTargetMs } from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import Link from 'next/link'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { VerdictMark, VerdictWord } from '../ui/verdict-mark.tsx'
import type { HistoryRow } from './history-rows.ts'

/** The chart in figures, newest first. */
export function HistoryTable({ domain, rows }: { domain: string; rows: readonly HistoryRow[] }) {
  return (
    <PlainTable caption={`${domain} over the recordings`}>
      <thead>
        <tr>
          <HeadCell>Recording</HeadCell>
          <HeadCell>From</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell numeric>Measured</HeadCell>
          <HeadCell numeric>Target</HeadCell>
          <HeadCell numeric>Weight</HeadCell>
          <HeadCell numeric>Load</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map((row) => (
          <tr key={row.recording.id} className="border-b border-line last:border-0">
            <RowHead>
              <Link
                className="text-accent underline-offset-4 hover:underline"
                href={hostPath(row.recording.hostId, '', row.recording.id)}
              >
                {row.recording.name}
              </Link>
            </RowHead>
            <Cell className="whitespace-nowrap">{formatDateTime(row.recording.recordedFrom)}</Cell>
            <Cell>
              {row.recording.verdict ? <VerdictWord verdict={row.recording.verdict} /> : null}
            </Cell>
            <Cell numeric>
              {formatMs(row.observedMs)}{' '}
              <VerdictMark verdict={measuredVerdict(row.meetsTarget, row.recording.grade)} />
            </Cell>
            <Cell numeric>{formatTargetMs(row.targetMs)}</Cell>
            <Cell numeric>{formatCount(row.weight)}</Cell>
            <Cell numeric>{formatRate(row.arrivalRatePerSecond)}</Cell>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
