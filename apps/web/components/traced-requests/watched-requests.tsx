'use client'

import type { TracedRequests } from '@steelyard/contract'
import { useMemo } from 'react'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { useGuestLooks } from '../charts/palette.ts'
import { ComparisonCard } from './comparison/comparison-card.tsx'
import { HeatCard } from './heat-map/heat-card.tsx'
import { HowComputed } from './how-computed.tsx'
import { LifeCard } from './life/life-card.tsx'
import { requestColors } from './part-colors.ts'
import type { ShownPart } from './part-in-address.ts'
import { type Region, slowestIn, slowestRegion } from './region.ts'
import { regionIn, regionText, requestIn } from './selection-in-address.ts'
import { VerdictCard } from './verdict-card.tsx'
import { WorkAlert } from './work-alert.tsx'

/** The requests of a part of the trace: all of them, one of them, and some against the others. */
export function WatchedRequests({
  uploadId,
  part,
  traced,
}: {
  uploadId: string
  part: ShownPart
  traced: TracedRequests
}) {
  const [params, change] = useQueryParams()
  const slowest = useMemo(() => slowestRegion(traced, 0.05), [traced])
  const region = useMemo(() => regionIn(params) ?? slowest, [params, slowest])
  const selected = useMemo(() => slowestIn(traced.requests, region), [traced, region])
  const picked = requestIn(params, traced.requests.ms.length) ?? selected[0] ?? 0
  const pick = (number: number) => change({ request: String(number) })
  const select = (region: Region) => {
    const [slowest = picked] = slowestIn(traced.requests, region)
    change({ region: regionText(region), request: String(slowest) })
  }
  const met = traced.meanParts.flatMap(({ domain }) => domain ?? [])
  const colors = requestColors(traced.domain, useGuestLooks([...traced.domains, ...met]))

  return (
    <>
      <WorkAlert uploadId={uploadId} traced={traced} />
      <VerdictCard traced={traced} colors={colors} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <HeatCard
          traced={traced}
          color={colors.of(traced.domain)}
          region={region}
          selected={selected}
          picked={picked}
          onSelect={select}
          onPick={pick}
        />
        <LifeCard uploadId={uploadId} part={part} number={picked} colors={colors} />
      </div>
      <ComparisonCard
        uploadId={uploadId}
        part={part}
        region={region}
        selected={selected.length}
        all={traced.requests.ms.length}
        colors={colors}
      />
      <HowComputed traced={traced} />
    </>
  )
}
