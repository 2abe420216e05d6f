'use client'

import type { AnalysisResult, Series } from '@steelyard/contract'
import { useMemo, useState } from 'react'
import { decidingDomain } from '../../../lib/deciding-domain.ts'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { formatTimeRange } from '../../../lib/format/dates.ts'
import { seriesOf } from '../../../lib/host-queries.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useQueryParams } from '../../../lib/use-query-params.ts'
import { chartRows } from '../../charts/chart-rows.ts'
import { ComparisonKey } from '../../charts/comparison-key.tsx'
import { ResponseTimeChart } from '../../charts/response-time-chart.tsx'
import { useComparison } from '../../charts/use-comparison.ts'
import type { ScaleKind } from '../../charts/value-scale.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

const HEIGHT = 262

const scales = [
  { value: 'log', label: 'Logarithmic' },
  { value: 'linear', label: 'Linear' },
] as const

/** Measured, Steelyard and SandPiper over time, for one guest. */
export function ComparisonCard({
  analysisId,
  result,
  of,
}: {
  analysisId: string
  result: AnalysisResult
  /** One guest alone, instead of one to choose. */
  of?: string
}) {
  const series = useApi('getAnalysisSeries', seriesOf(analysisId))
  return (
    <Card aria-label="Measured and predicted over time">
      <CardBody className="space-y-3">
        {series.data ? (
          <Compared result={result} series={series.data} of={of} />
        ) : series.error ? (
          <ProblemAlert
            error={series.error}
            title="The chart could not be loaded"
            onRetry={() => void series.refetch()}
          />
        ) : (
          <div role="status" style={{ height: HEIGHT + 88 }}>
            <span className="sr-only">Loading the chart</span>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function Compared({
  result,
  series,
  of,
}: {
  result: AnalysisResult
  series: Series
  of: string | undefined
}) {
  const { host } = useHostFrame()
  const domains = inHostOrder(result.domains, host)
  const [params, change] = useQueryParams()
  const asked = domains.find(({ domain }) => domain === (of ?? params.get('domain')))
  const domain = asked ?? decidingDomain({ domains }) ?? undefined
  const [scale, setScale] = useState<ScaleKind>('log')
  const rows = useMemo(
    () => chartRows(series.domains.find((each) => each.domain === domain?.domain)?.points ?? []),
    [series, domain?.domain],
  )
  const { windowSeconds } = series
  const comparison = useComparison(rows, { result, domain, windowSeconds, scale })
  if (!domain) return null
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold [overflow-wrap:anywhere]">
            {domain.domain} over the recording
          </h2>
          <p className="text-sm text-ink-faint">
            {formatTimeRange(result.range)}, windows of {windowSeconds} s
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {of === undefined ? (
            <Select
              aria-label="Guest of the chart"
              className="h-9 w-36"
              value={domain.domain}
              onChange={(event) => change({ domain: event.target.value })}
            >
              {domains.map((each) => (
                <option key={each.domain}>{each.domain}</option>
              ))}
            </Select>
          ) : null}
          <Segmented label="Scale" options={scales} value={scale} onChange={setScale} />
        </div>
      </div>
      <ComparisonKey {...comparison} />
      <ResponseTimeChart
        label={`Measured and predicted response time of ${domain.domain} over time`}
        height={HEIGHT}
        {...comparison}
      />
    </>
  )
}
