'use client'

import type { Analysis, ConnectionState, GuestLogState, Host } from '@steelyard/contract'
import { recordingsOf } from '../../../lib/host-queries.ts'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { useApi } from '../../../lib/use-api.ts'
import { recordingToShow } from './chosen-recording.ts'

const inTheMaking: readonly (ConnectionState | GuestLogState)[] = ['probing', 'connecting']

/** Polls fast while work on the host is under way. */
function pollMs(host: Host | undefined): number | false {
  if (!host) return false
  const states = [host.connection, ...host.domains.map(({ guestLog }) => guestLog)]
  const moves = states.some((each) => each && inTheMaking.includes(each.state))
  // An idle host is still polled, slowly, because the agent looks for drift in the background.
  return host.jobId || host.recording || moves ? 2_000 : 30_000
}

/** Reads a host, its recordings, and the recording asked for or else the one to show. */
export function useHost(id: string, asked: string | null) {
  const host = useApi('getHost', { params: { id } }, { refetchInterval: pollMs })
  const recordings = useApi('listAnalyses', recordingsOf(id), {
    refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false),
  })
  const shownId = asked ?? recordingToShow(recordings.data?.data ?? [])
  const recording = useApi(
    'getAnalysis',
    { params: { id: shownId ?? '' } },
    {
      enabled: shownId !== null,
      // A newer recording takes the place of the one that is looked at without folding it up first.
      keepsPrevious: true,
      refetchInterval: (analysis: Analysis | undefined) => (isUnderWay(analysis) ? 5_000 : false),
    },
  )
  return { host, recordings, recording, shownId }
}
