'use client'

import { formatCount, formatMs, formatRate, formatTargetMs } from '@steelyard/contract/format'
import { Line, ReferenceLine } from 'recharts'
import { formatDateTime, formatDays, timeTickFormat } from '../../lib/format/dates.ts'
import { changeLabel, TARGET_LINE, targetLabel } from '../charts/mark-text.ts'
import { Plot } from '../charts/plot.tsx'
import { timeTicks } from '../charts/time-axis.ts'
import { valueScale } from '../charts/value-scale.ts'
import { type HistoryMark, type HistoryRow, spanOf } from './history-rows.ts'

/** One domain over the recordings: what was measured, its target, and what happened meanwhile. */
export function HistoryChart({
  label,
  rows,
  marks,
}: {
  label: string
  rows: readonly HistoryRow[]
  marks: readonly HistoryMark[]
}) {
  const { from, to } = spanOf([...rows, ...marks].map(({ at }) => at))
  const observed = rows.flatMap(({ observedMs }) => observedMs ?? [])
  const targets = rows.flatMap(({ targetMs }) => targetMs ?? [])
  // One target for all recordings is a line from end to end, however close together they were made.
  const steady = rows.every(({ targetMs }) => targetMs === targets[0]) ? targets[0] : undefined
  const scale = valueScale('linear', observed, [...observed, ...targets])
  return (
    <Plot
      label={label}
      height={280}
      data={rows}
      x={{
        of: ({ at }) => at,
        scale: 'time',
        from,
        to,
        ticks: timeTicks(from, to, 5),
        write: timeTickFormat(from, to),
        title: formatDays(from, to),
      }}
      y={{ from: scale.bottom, to: scale.top, ticks: scale.ticks, width: 46, title: 'ms' }}
      tip={([row]) => (row ? <RecordingTip row={row} /> : null)}
    >
      {marks.map((mark, order) => (
        <ReferenceLine
          key={`${mark.at} ${mark.label}`}
          x={mark.at}
          strokeWidth={1.5}
          {...lines[mark.look]}
          label={changeLabel({ ...mark, color: lines[mark.look].stroke }, order, { from, to })}
        />
      ))}
      {steady === undefined ? null : (
        <ReferenceLine
          y={steady}
          {...TARGET_LINE}
          label={targetLabel(steady, 'insideBottomRight')}
        />
      )}
      <Line
        name="Target"
        dataKey="targetMs"
        type="stepAfter"
        {...TARGET_LINE}
        dot={false}
        hide={steady !== undefined}
        isAnimationActive={false}
      />
      <Line
        name="Measured"
        dataKey="observedMs"
        stroke="var(--series-measured)"
        strokeWidth={2}
        dot={{ r: 4, fill: 'var(--series-measured)' }}
        activeDot={{ r: 6 }}
        isAnimationActive={false}
      />
    </Plot>
  )
}

const lines: Record<HistoryMark['look'], { stroke: string; strokeDasharray?: string }> = {
  applied: { stroke: 'var(--accent)' },
  seen: { stroke: 'var(--accent)', strokeDasharray: '4 3' },
  written: { stroke: 'var(--ink-soft)', strokeDasharray: '2 2' },
}

function RecordingTip({ row }: { row: HistoryRow }) {
  return (
    <>
      <p className="font-medium">{row.recording.name}</p>
      <p className="text-ink-soft">{formatDateTime(row.recording.recordedFrom)}</p>
      <p>
        {formatMs(row.observedMs)}
        {row.targetMs === null ? '' : ` of ${formatTargetMs(row.targetMs)}`}
      </p>
      <p className="text-ink-soft">
        weight {formatCount(row.weight)}, {formatRate(row.arrivalRatePerSecond)}
      </p>
    </>
  )
}
