'use client'

import { hostPath } from '../../../lib/host-paths.ts'
import { missedIn } from '../../../lib/missed-in.ts'
import { InlineLink } from '../../ui/inline-link.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** Where the sample that is shown needs no change: the one from which a first plan can be made. */
export function MissedSample() {
  const { host, recordings, recording } = useHostFrame()
  const missed = missedIn(recordings)
  if (!host.isSample || !missed || recording?.verdict === 'misses') return null
  return (
    <p>
      A plan starts where a target is missed, as in{' '}
      <InlineLink href={hostPath(host.id, '', missed.id)}>{missed.name}</InlineLink>.
    </p>
  )
}
