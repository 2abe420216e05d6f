'use client'

import dynamic from 'next/dynamic'
import { useWatch } from '../../../../lib/watch/use-watch.ts'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useHostFrame } from '../../frame/use-host-frame.ts'

// Most hosts are not watched, and then nothing of this is shown.
const LiveOrThen = dynamic(() => import('./live-or-then.tsx').then((it) => it.LiveOrThen))

/** What the host does now if it is watched, or did in the range that the address names. */
export function LiveNow() {
  const { host } = useHostFrame()
  // The event stream tells the state of the watch as well; this is for when there is none.
  const { watch, error, refetch } = useWatch(host.id, { pollMs: 30_000 })
  if (watch) return <LiveOrThen host={host} watch={watch} />
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
