'use client'

import type { Host } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import { ChartLine, X, ZoomIn } from 'lucide-react'
import { formatTimeRange } from '../../../lib/format/dates.ts'
import type { Span } from '../../../lib/span.ts'
import { LONGEST_ANALYSED_MS, useAnalyseWatched } from '../../../lib/watch/use-analyse-watched.ts'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Annotate } from '../annotate.tsx'

/** Analyses what is selected on the chart or, without a selection, all that it shows. */
export function AnalyseRange({
  host,
  shown,
  selected,
  onZoom,
  onClear,
}: {
  host: Host
  shown: Span
  selected: Span | null
  onZoom: (span: Span) => void
  onClear: () => void
}) {
  const { analyse, busy, error } = useAnalyseWatched(host)
  const range = selected ? within(selected, shown) : shown
  const isTooLong = range.to - range.from > LONGEST_ANALYSED_MS
  return (
    <div className="space-y-3 rounded-lg bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-80 text-sm text-ink-soft">
          <span className="font-medium text-ink">{selected ? 'Selected' : 'Shown'}:</span>{' '}
          {spanWords(range)}.{' '}
          {selected ? '' : 'Drag over the chart, or set the range above, to choose less of it.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {selected ? (
            <>
              <Button size="small" onClick={() => onZoom(selected)}>
                <ZoomIn aria-hidden /> Show only this
              </Button>
              <Button size="small" look="quiet" onClick={onClear}>
                <X aria-hidden /> Clear
              </Button>
            </>
          ) : null}
          <Annotate hostId={host.id} selected={selected} />
          <Permitted needs="analyses:write">
            <Button
              size="small"
              look="primary"
              disabled={isTooLong}
              busy={busy}
              onClick={() => void analyse(range)}
            >
              <ChartLine aria-hidden /> Analyse this range
            </Button>
          </Permitted>
        </div>
      </div>
      {isTooLong ? <p className="text-sm">At most 31 days are analysed at once.</p> : null}
      <ProblemAlert error={error} title="The analysis could not be started" />
    </div>
  )
}

/** Nothing was observed outside of what is shown. */
function within(span: Span, shown: Span): Span {
  const from = Math.min(Math.max(span.from, shown.from), shown.to)
  return { from, to: Math.max(from, Math.min(span.to, shown.to)) }
}

function spanWords({ from, to }: Span): string {
  const [first, last] = [from, to].map((at) => new Date(at).toISOString()) as [string, string]
  return `${formatTimeRange({ from: first, to: last })} (${formatDuration((to - from) / 1000)})`
}
