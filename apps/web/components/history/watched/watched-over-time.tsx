'use client'

import type { getHostTimeline, Host, WatchSeries } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { settingsPath } from '../../../lib/host-paths.ts'
import type { Span } from '../../../lib/span.ts'
import { useGuestLooks } from '../../charts/palette.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { markGroup } from '../../watch/mark-groups.ts'
import { observedSpan } from '../../watch/observed-span.ts'
import { WatchChart } from '../../watch/watch-chart.tsx'
import { watchLines } from '../../watch/watch-lines.ts'
import type { WatchMetric } from '../../watch/watch-metrics.ts'
import { metricIn, watchRows } from '../../watch/watch-rows.ts'
import { AnalyseRange } from './analyse-range.tsx'
import { DomainToggles } from './domain-toggles.tsx'
import { FiguresTable } from './figures-table.tsx'
import { MarksRail } from './marks-rail.tsx'
import { MarksTable } from './marks-table.tsx'

const HEIGHT = 300

/** The chart of a range, what happened meanwhile, both in tables, and the way to analyse it. */
export function WatchedOverTime({
  host,
  range,
  metric,
  series,
  timeline,
  onZoom,
}: {
  host: Host
  range: Span
  metric: WatchMetric
  series: WatchSeries
  timeline: z.output<NonNullable<typeof getHostTimeline.response>>
  onZoom: (span: Span) => void
}) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<Span | null>(null)
  const rows = useMemo(() => watchRows(series), [series])
  const lines = watchLines(inHostOrder(series.domains, host), useGuestLooks()).filter(
    ({ domain }) => rows.some((row) => metricIn(row, domain, metric) !== null),
  )
  const shown = lines.filter(({ domain }) => !hidden.has(domain))
  const observed = observedSpan(series)
  const isInRange = selected && selected.from >= range.from && selected.to <= range.to
  const chosen = isInRange ? selected : null
  const { data: marks, complete } = timeline
  return (
    <>
      {observed && lines.length > 0 ? (
        <>
          <DomainToggles lines={lines} hidden={hidden} onChange={setHidden} />
          <div>
            <MarksRail marks={marks} range={range} />
            <WatchChart
              label={`${metric.label} of the guests of ${host.name} over time`}
              height={HEIGHT}
              rows={rows}
              windowSeconds={series.windowSeconds}
              metric={metric}
              lines={shown}
              range={range}
              ticks={6}
              marks={markGroup(marks, range)}
              selected={chosen}
              onSelect={setSelected}
            />
          </div>
        </>
      ) : (
        <Nothing metric={metric} hostId={host.id} isObserved={observed !== null} />
      )}
      {observed ? (
        <AnalyseRange
          host={host}
          shown={observed}
          selected={chosen}
          onZoom={(span) => {
            setSelected(null)
            onZoom(span)
          }}
          onClear={() => setSelected(null)}
        />
      ) : null}
      {marks.length > 0 ? (
        <Disclosure summary={`What happened: ${formatCounted(marks.length, 'mark')}`}>
          <MarksTable hostId={host.id} marks={marks} complete={complete} />
        </Disclosure>
      ) : null}
      {observed && lines.length > 0 ? (
        <Disclosure summary="In figures">
          <FiguresTable rows={rows} lines={lines} metric={metric} />
        </Disclosure>
      ) : null}
    </>
  )
}

const missing: Record<WatchMetric['key'], string> = {
  response:
    'No response times were observed in this range: they come from the access logs of the guests.',
  load: 'No requests were observed in this range: they come from the access logs of the guests.',
  cpu: 'No CPU time was observed in this range.',
  waits: 'No waits were observed in this range: they come from bursts of xentrace.',
}

function Nothing({
  metric,
  hostId,
  isObserved,
}: {
  metric: WatchMetric
  hostId: string
  isObserved: boolean
}) {
  return (
    <p className="py-10 text-center text-sm text-ink-soft">
      {isObserved ? missing[metric.key] : 'Nothing was observed in this range.'}{' '}
      <InlineLink href={settingsPath(hostId, 'watch')}>How the host is watched</InlineLink>
    </p>
  )
}
