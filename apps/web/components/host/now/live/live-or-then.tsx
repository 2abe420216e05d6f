'use client'

import type { Host, Watch } from '@steelyard/contract'
import { useSearchParams } from 'next/navigation'
import { askedRange } from '../../../../lib/time-range.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { WatchedCard } from '../../../history/watched/watched-card.tsx'
import { TimeRangePicker } from '../../../ui/time-range-picker.tsx'
import { LiveCard } from './live-card.tsx'

/** What a watched host does now, or did in the range that the address names. */
export function LiveOrThen({ host, watch }: { host: Host; watch: Watch }) {
  const range = askedRange(useSearchParams(), useNow(60_000))
  return (
    <>
      <div className="flex justify-end">
        <TimeRangePicker range={range} canBeLive />
      </div>
      {range ? <WatchedCard host={host} range={range} /> : <LiveCard watch={watch} />}
    </>
  )
}
