'use client'

import type { IntensityDomain, IntensityPoint } from '@steelyard/contract'
import { formatCount, formatCounted, formatNumber } from '@steelyard/contract/format'
import dynamic from 'next/dynamic'
import { useApi } from '../../../lib/use-api.ts'
import { ChartSpace } from '../../charts/chart-space.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../../ui/plain-table.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

const IntensityChart = dynamic(
  () => import('./intensity-chart.tsx').then((it) => it.IntensityChart),
  { ssr: false },
)

/** Paper 1's map: how much a domain computes per request, and how often it is asked. */
export function IntensitySection({ analysisId }: { analysisId: string }) {
  const map = useApi('getIntensity', { params: { id: analysisId } })
  return (
    <Card aria-labelledby="intensity">
      <CardHeader
        id="intensity"
        title="Who would a boost help?"
        description="Each dot is a window of a guest. Horizontal: the rate of its events. Vertical: the CPU time of each, in milliseconds. The straight lines are the medians of this recording. A dotted slope is a guest that is hardly ever idle. Its rate is hidden: it lies somewhere on its slope."
      />
      <CardBody className="space-y-5">
        {map.error ? (
          <ProblemAlert
            error={map.error}
            title="The map could not be made"
            onRetry={() => map.refetch()}
          />
        ) : map.data ? (
          map.data.points.length === 0 ? (
            <p className="text-ink-soft">
              No trace of this analysis counts wake-ups or executions: record with xenmon or
              xentrace to see this map.
            </p>
          ) : (
            <>
              <ChartSpace height={340}>
                <IntensityChart map={map.data} />
              </ChartSpace>
              <ul className="space-y-2">
                {map.data.domains.map(({ domain, meaning, windows, windowsAlike }) => (
                  <li key={domain}>
                    <span className="font-medium">{domain}:</span> {meaning}{' '}
                    <span className="text-sm text-ink-faint">
                      ({formatCount(windowsAlike)} of {formatCounted(windows, 'window')})
                    </span>
                  </li>
                ))}
              </ul>
              <Disclosure summary="The map as a table">
                <IntensityTable domains={map.data.domains} points={map.data.points} />
              </Disclosure>
              {map.data.thinned ? (
                <p className="text-sm text-ink-faint">
                  Where there are many windows, an even selection is shown.
                </p>
              ) : null}
            </>
          )
        ) : (
          <SkeletonLines lines={6} label="Loading the map" />
        )}
      </CardBody>
    </Card>
  )
}

/** Lists each domain's means over its windows. */
function IntensityTable({
  domains,
  points,
}: {
  domains: readonly IntensityDomain[]
  points: readonly IntensityPoint[]
}) {
  return (
    <PlainTable caption="CPU and I/O intensity by guest">
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell>CPU intensity</HeadCell>
          <HeadCell>I/O intensity</HeadCell>
          <HeadCell numeric>Credits per event</HeadCell>
          <HeadCell numeric>Events per ms</HeadCell>
          <HeadCell numeric>Credits per ms</HeadCell>
          <HeadCell numeric>Windows</HeadCell>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ domain, cpu, io, creditsPerMs, windows }) => {
          const own = points.filter((point) => point.domain === domain)
          return (
            <tr key={domain} className="border-b border-line last:border-0">
              <NameHead name={domain} />
              <Cell>{cpu}</Cell>
              <Cell>{io === 'unknown' ? 'unknown' : io}</Cell>
              <Cell numeric>
                {formatNumber(mean(own.flatMap(({ creditsPerBoost }) => creditsPerBoost ?? [])))}
              </Cell>
              <Cell numeric>
                {formatNumber(mean(own.flatMap(({ boostsPerMs }) => boostsPerMs ?? [])))}
              </Cell>
              <Cell numeric>{formatNumber(creditsPerMs)}</Cell>
              <Cell numeric>{formatCount(windows)}</Cell>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
