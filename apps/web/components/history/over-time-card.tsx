'use client'

import type { HostHistory } from '@steelyard/contract'
import { formatCounted, formatStatistic } from '@steelyard/contract/format'
import dynamic from 'next/dynamic'
import type { Span } from '../../lib/span.ts'
import { useApi } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { ChartSpace } from '../charts/chart-space.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Pending } from '../ui/pending.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Annotate } from './annotate.tsx'
import { domainsOf, isIn, marksOf, rowsOf } from './history-rows.ts'
import { HistoryTable } from './history-table.tsx'
import { MarksTable } from './watched/marks-table.tsx'

const REFRESH_MS = 30_000

const HistoryChart = dynamic(() => import('./history-chart.tsx').then((it) => it.HistoryChart), {
  ssr: false,
})

/**
 * A guest of the host over its recordings in a range; the guest stands in the address unless it is
 * given.
 */
export function OverTimeCard({ hostId, range, of }: { hostId: string; range: Span; of?: string }) {
  const { data, error, refetch } = useApi(
    'getHostHistory',
    { params: { id: hostId } },
    { refetchInterval: REFRESH_MS },
  )
  if (data && data.recordings.length === 0) return null
  return (
    <Card aria-labelledby="over-time">
      {data ? (
        <OverTime hostId={hostId} history={data} range={range} of={of} />
      ) : (
        <CardBody>
          <Pending query={{ error, refetch }} lines={8} label="Loading the history" />
        </CardBody>
      )}
    </Card>
  )
}

function OverTime({
  hostId,
  history,
  range,
  of,
}: {
  hostId: string
  history: HostHistory
  range: Span
  of: string | undefined
}) {
  const [params, change] = useQueryParams()
  const domains = domainsOf(history)
  const domain = of ?? domains.find((each) => each === params.get('domain')) ?? domains[0] ?? ''
  const rows = rowsOf(history, domain, range)
  const written = history.annotations.filter(({ at }) => isIn(range, at))
  return (
    <>
      <CardHeader
        id="over-time"
        title="Over time"
        description={describe(history)}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <Annotate hostId={hostId} selected={null} />
            {of === undefined && domains.length > 1 ? (
              <Segmented
                label="Guest"
                options={domains.map((each) => ({ value: each, label: each }))}
                value={domain}
                onChange={(next) => change({ domain: next })}
              />
            ) : null}
          </div>
        }
      />
      <CardBody className="space-y-4">
        {rows.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-faint">
            No recording of {domain} in this range.{' '}
            <button
              type="button"
              className="text-accent underline underline-offset-4"
              onClick={() => change({ range: 'all', from: undefined, to: undefined })}
            >
              Show all
            </button>
          </p>
        ) : (
          <>
            <ChartSpace height={280}>
              <HistoryChart
                label={`${domain} over the recordings, measured and target`}
                rows={rows}
                marks={marksOf(history, range)}
              />
            </ChartSpace>
            {written.length > 0 ? (
              <Disclosure summary={formatCounted(written.length, 'annotation')}>
                <MarksTable hostId={hostId} marks={written} complete />
              </Disclosure>
            ) : null}
            <Disclosure summary="In figures">
              <HistoryTable domain={domain} rows={rows} />
            </Disclosure>
          </>
        )}
      </CardBody>
    </>
  )
}

function describe({ recordings, complete }: HostHistory): string {
  const statistics = new Set(recordings.map(({ statistic }) => statistic))
  const what = [...statistics].map((each) => formatStatistic(each, null)).join(' or ')
  const older = complete ? '' : ` Only the newest ${recordings.length} recordings are shown.`
  return `The ${what} in each recording, with its target. Vertical lines are changes of weights, solid where Steelyard made them, and annotations.${older}`
}
