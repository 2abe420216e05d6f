import { formatCount, type OneUnit } from '@steelyard/contract/format'
import { DOMAIN_0 } from '@steelyard/contract/plain'
import type { ReactNode } from 'react'
import { cx } from '../../../lib/cx.ts'
import { ShareSwatch, WeightsBar } from '../../charts/weights-bar.tsx'
import { Cell, RowHead } from '../../ui/plain-table.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { RangePlot } from '../../ui/range-plot.tsx'
import { VerdictMark } from '../../ui/verdict-mark.tsx'
import type { OptionCell, OptionRow } from './option-rows.ts'

/** An option: its weights, what each guest takes then, who pays, and how much room is left. */
export function OptionLine({
  row,
  title,
  meaning,
  times,
  tag,
  action,
  slider,
}: {
  row: OptionRow
  title: ReactNode
  meaning: ReactNode
  times: OneUnit
  tag?: ReactNode
  action: ReactNode
  /** Stands above the time of each guest. */
  slider?: (domain: string) => ReactNode
}) {
  const isNow = row.names.includes('in-force')
  return (
    <tr
      className={cx(
        'border-b border-line align-top last:border-0',
        row.names.includes('recommended') && !isNow && 'bg-accent-soft/45',
        slider && 'bg-sunken',
      )}
    >
      <RowHead className="of-option static max-w-52 bg-transparent">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {title} {tag}
        </span>
        <span className="block text-sm font-normal text-ink-faint">{meaning}</span>
      </RowHead>
      <Cell className="of-weights min-w-40">
        <Weights row={row} />
      </Cell>
      {row.cells.map((cell) => (
        <Cell key={cell.domain} className="min-w-36" data-label={nameAndTarget(cell, times)}>
          {slider?.(cell.domain)}
          <GuestTime cell={cell} row={row} times={times} isNow={isNow} />
        </Cell>
      ))}
      <Cell data-label="Who pays">
        <Payers row={row} times={times} isNow={isNow} />
      </Cell>
      <Cell data-label="Room left" className="font-medium whitespace-nowrap tabular">
        {roomWords(row)}
      </Cell>
      <Cell className="of-plan text-right">{action}</Cell>
    </tr>
  )
}

export function nameAndTarget(
  { domain, targetMs }: Pick<OptionCell, 'domain' | 'targetMs'>,
  times: OneUnit,
): string {
  return targetMs === null ? domain : `${domain}, target ${times.target(targetMs)} ${times.unit}`
}

function Weights({ row: { cells, domain0Weight } }: { row: OptionRow }) {
  const guests = cells.map(({ domain }) => domain)
  return (
    <>
      <WeightsBar domains={[{ domain: DOMAIN_0, weight: domain0Weight }, ...cells]} />
      <span className="mt-1.5 flex flex-wrap gap-x-2 gap-y-0.5">
        {cells.map(({ domain, weight, weightNow }) => (
          <span key={domain} className="inline-flex items-center gap-1 tabular">
            <ShareSwatch domain={domain} guests={guests} />
            <span className="sr-only">{domain}: </span>
            <span className={weight === weightNow ? 'text-ink-faint' : 'font-semibold'}>
              {formatCount(weight)}
            </span>
          </span>
        ))}
      </span>
    </>
  )
}

const colors = { 'in-force': 'var(--ink-faint)', sandpiper: 'var(--sandpiper)' } as const

function GuestTime({
  cell: { then, now, targetMs, measuredMs, verdict },
  row,
  times,
  isNow,
}: {
  cell: OptionCell
  row: OptionRow
  times: OneUnit
  isNow: boolean
}) {
  const color = isNow ? colors['in-force'] : row.names[0] === 'sandpiper' && colors.sandpiper
  return (
    <>
      {targetMs !== null && then ? (
        <RangePlot
          targetMs={targetMs}
          measuredMs={isNow ? measuredMs : null}
          before={isNow ? null : now}
          predicted={then}
          verdict={verdict}
          {...(color ? { color } : {})}
          times={times}
        />
      ) : null}
      <span
        className={cx(
          'mt-0.5 flex items-center gap-1.5 whitespace-nowrap',
          row.isProvisional && 'italic opacity-80',
        )}
      >
        <VerdictMark verdict={verdict} />
        {then ? <PredictedTime prediction={then} times={times} /> : <Silent row={row} />}
      </span>
    </>
  )
}

/** Why there is no time: nobody was asked, or the queue grows without end. */
function Silent({ row: { cells } }: { row: OptionRow }) {
  const isAsked = cells.some(({ then }) => then !== null)
  return (
    <span className="whitespace-normal text-ink-soft">
      {isAsked ? 'no answer: its queue grows' : 'not predicted'}
    </span>
  )
}

function Payers({ row, times, isNow }: { row: OptionRow; times: OneUnit; isNow: boolean }) {
  if (row.cells.every(({ then }) => then === null)) return <span className="text-ink-faint">–</span>
  if (isNow || row.payers.length === 0) return <span className="text-ink-faint">nobody</span>
  return (
    <ul>
      {row.payers.map(({ domain, now, then }) => (
        <li key={domain} className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{domain}</span>{' '}
          <span className="whitespace-nowrap tabular">
            {times.predicted(now!.ms)} → {times.predicted(then!.ms)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function roomWords({ room }: OptionRow): string {
  if (room === null) return '–'
  return room > 0 ? `${Math.round(100 * room)} %` : 'none'
}
