'use client'

import type { TracedRequests } from '@steelyard/contract'
import { useMemo, useState } from 'react'
import { ComparisonCard } from './comparison/comparison-card.tsx'
import { HeatCard } from './heat-map/heat-card.tsx'
import { HowComputed } from './how-computed.tsx'
import { LifeCard } from './life/life-card.tsx'
import type { ShownPart } from './part-in-address.ts'
import { type Region, slowestIn, slowestRegion } from './region.ts'
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
  const [region, setRegion] = useState(() => slowestRegion(traced, 0.05))
  const selected = useMemo(() => slowestIn(traced.requests, region), [traced, region])
  const [picked, setPicked] = useState(selected[0] ?? 0)
  const select = (region: Region) => {
    setRegion(region)
    setPicked(slowestIn(traced.requests, region)[0] ?? picked)
  }
  const neighbours = traced.meanParts.map(({ domain }) => domain)

  return (
    <>
      <WorkAlert uploadId={uploadId} traced={traced} />
      <VerdictCard traced={traced} />
      <HeatCard
        traced={traced}
        region={region}
        selected={selected}
        picked={picked}
        onSelect={select}
        onPick={setPicked}
      />
      <LifeCard uploadId={uploadId} part={part} number={picked} neighbours={neighbours} />
      <ComparisonCard
        uploadId={uploadId}
        part={part}
        region={region}
        selected={selected.length}
        all={traced.requests.ms.length}
        neighbours={neighbours}
      />
      <HowComputed traced={traced} />
    </>
  )
}
