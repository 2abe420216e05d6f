'use client'

import type { HostMark } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { useId } from 'react'
import { cx } from '../../../lib/cx.ts'
import type { Span } from '../../../lib/span.ts'
import { RIGHT_MARGIN } from '../../charts/plot-margins.ts'
import { type MarkCluster, markClusters } from '../../watch/mark-groups.ts'
import { markLooks } from '../../watch/mark-looks.ts'
import { AXIS_WIDTH } from '../../watch/watch-axis.ts'
import { MarkText } from './mark-text.tsx'

/** What happened, above its place on the chart: each button tells its marks in words. */
export function MarksRail(props: { marks: readonly HostMark[]; range: Span }) {
  return (
    <>
      <Buttons {...props} most={14} className="max-sm:hidden" />
      <Buttons {...props} most={4} className="sm:hidden" />
    </>
  )
}

function Buttons({
  marks,
  range,
  most,
  className,
}: {
  marks: readonly HostMark[]
  range: Span
  most: number
  className: string
}) {
  return (
    <ol
      aria-label="What happened"
      className={cx('relative h-8', className)}
      style={{ marginLeft: AXIS_WIDTH, marginRight: RIGHT_MARGIN }}
    >
      {markClusters(marks, range, most).map((cluster) => (
        <li
          key={cluster.place}
          className="absolute -translate-x-1/2"
          style={{ left: `${cluster.place * 100}%` }}
        >
          <MarkButton cluster={cluster} />
        </li>
      ))}
    </ol>
  )
}

function MarkButton({ cluster: { marks } }: { cluster: MarkCluster }) {
  const id = useId()
  const anchor = `--${id.replaceAll(/\W/g, '')}`
  const [first] = marks
  if (!first) return null
  const { icon: Icon, word } = markLooks[first.kind]
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        style={{ anchorName: anchor }}
        aria-label={
          marks.length === 1 ? `${word}: ${first.text}` : formatCounted(marks.length, 'mark')
        }
        className="inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-md border border-line bg-surface px-1 text-xs font-medium text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Icon className="size-3.5" aria-hidden />
        {marks.length > 1 ? marks.length : null}
      </button>
      <ul
        id={id}
        popover="auto"
        style={{ positionAnchor: anchor }}
        className="inset-auto m-1 max-h-72 max-w-80 space-y-2 overflow-y-auto rounded-lg border border-line bg-surface px-3 py-2 text-sm text-ink shadow-float [position-area:bottom] [position-try-fallbacks:flip-block]"
      >
        {marks.map((mark) => (
          <li key={`${mark.at} ${mark.kind} ${mark.text}`}>
            <MarkText mark={mark} />
          </li>
        ))}
      </ul>
    </>
  )
}
