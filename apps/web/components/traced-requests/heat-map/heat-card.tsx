'use client'

import type { TracedRequests } from '@steelyard/contract'
import { formatCount, formatCounted } from '@steelyard/contract/format'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type Region, slowestRegion } from '../region.ts'
import { HeatMap } from './heat-map.tsx'
import { RegionForm } from './region-form.tsx'
import { SlowestTable } from './slowest-table.tsx'

const SLOWEST_PERCENT = [5, 1]

export interface Choice {
  traced: TracedRequests
  /** Of the guest. */
  color: string
  region: Region
  /** The numbers of the requests in the region, the slowest first. */
  selected: readonly number[]
  /** The request whose life is shown. */
  picked: number
  onSelect: (region: Region) => void
  onPick: (number: number) => void
}

/** All requests of the part. What the pointer selects and picks, the fields and the table do too. */
export function HeatCard(choice: Choice) {
  const { traced, region, selected, onSelect } = choice
  const all = traced.requests.ms.length
  return (
    <Card aria-labelledby="heat">
      <CardHeader
        id="heat"
        title="All requests"
        description="Each cell counts the requests that began then and took that long. Click one to see the life of its slowest request; drag over several to select them."
      />
      <CardBody className="space-y-5">
        <HeatMap {...choice} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p role="status" className="text-sm">
            {selected.length === 0
              ? 'No request lies in this region. Choose a larger one.'
              : `Selected: ${formatCount(selected.length)} of ${formatCounted(all, 'request')}.`}
          </p>
          <div className="flex gap-2">
            {SLOWEST_PERCENT.map((percent) => (
              <Button
                key={percent}
                size="small"
                onClick={() => onSelect(slowestRegion(traced, percent / 100))}
              >
                Slowest {percent} %
              </Button>
            ))}
          </div>
        </div>
        <Disclosure summary="Select by numbers">
          <RegionForm region={region} onSelect={onSelect} />
        </Disclosure>
        {selected.length > 0 ? (
          <Disclosure summary="The slowest of the selected requests, in a table">
            <SlowestTable {...choice} />
          </Disclosure>
        ) : null}
      </CardBody>
    </Card>
  )
}
