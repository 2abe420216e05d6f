'use client'

import { ServerOff } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasStatus } from '../../../lib/api.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { HostTagsContext } from '../../../lib/use-session.ts'
import { GuestsContext } from '../../charts/palette.ts'
import { NoSuch } from '../../ui/no-such.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { HostHeader, TAB } from './host-header.tsx'
import { useHost } from './use-host.ts'
import { HostFrameContext } from './use-host-frame.ts'

/** The header that all tabs of a host share, and what they read of it. */
export function HostFrame({ id, children }: { id: string; children: ReactNode }) {
  const asked = useSearchParams().get('recording')
  const { host, recordings, recording, shownId } = useHost(id, asked)
  if (hasStatus(host.error, 404)) {
    return (
      <NoSuch
        what="host"
        icon={ServerOff}
        why="It may have been deleted."
        list={{ href: '/', label: 'All hosts' }}
      />
    )
  }
  const isOfAnother =
    recording.data !== undefined && !recording.isPlaceholderData && recording.data.hostId !== id
  if (host.data && (hasStatus(recording.error, 404) || isOfAnother)) {
    return (
      <NoSuch
        what="recording of this host"
        why="It may have been deleted."
        list={{ href: hostPath(id), label: host.data.name }}
      />
    )
  }
  const failed = [host, recordings, recording].find(({ error, data }) => error && !data)
  const isReady =
    host.data && recordings.data && (shownId === null || recording.data?.hostId === id)
  if (failed || !isReady) {
    return (
      <>
        <PageHeader title={host.data?.name ?? 'Host'} />
        {failed ? (
          <ProblemAlert error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonLines lines={8} label="Loading the host" />
        )}
      </>
    )
  }
  const value = {
    host: host.data,
    recordings: recordings.data.data,
    recording: recording.data ?? null,
  }
  return (
    <HostFrameContext value={value}>
      <GuestsContext value={value.host.domains.map(({ name }) => name)}>
        <HostTagsContext value={value.host.tags}>
          <HostHeader {...value} />
          <div id={TAB} tabIndex={-1} className="scroll-mt-40 outline-none">
            {children}
          </div>
        </HostTagsContext>
      </GuestsContext>
    </HostFrameContext>
  )
}
