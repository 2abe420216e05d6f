'use client'

import { useSearchParams } from 'next/navigation'
import { askedRange } from '../../../../lib/time-range.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { useWatch } from '../../../../lib/watch/use-watch.ts'
import { WatchedCard } from '../../../history/watched/watched-card.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TimeRangePicker } from '../../../ui/time-range-picker.tsx'
import { useHostFrame } from '../../frame/use-host-frame.ts'
import { LiveCard } from './live-card.tsx'

/** What the host does now if it is watched, or did in the range that the address names. */
export function LiveNow() {
  const { host } = useHostFrame()
  const range = askedRange(useSearchParams(), useNow(60_000))
  // The event stream tells the state of the watch as well; this is for when there is none.
  const { watch, error, refetch } = useWatch(host.id, { pollMs: 30_000 })
  if (watch) {
    return (
      <>
        <div className="flex justify-end">
          <TimeRangePicker range={range} canBeLive />
        </div>
        {range ? <WatchedCard host={host} range={range} /> : <LiveCard watch={watch} />}
      </>
    )
  }
  if (error)
    return (
      <ProblemAlert
        error={error}
        title="Whether the host is watched could not be loaded"
        onRetry={() => void refetch()}
      />
    )
  return null
}
