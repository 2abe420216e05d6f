'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { hasStatus } from '../../../lib/api.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { useApi } from '../../../lib/use-api.ts'
import { NoSuch } from '../../ui/no-such.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pending } from '../../ui/pending.tsx'

/** Leads from the address of an analysis to its host. */
export function GoToRecording({ id }: { id: string }) {
  const router = useRouter()
  const { data, error, refetch } = useApi('getAnalysis', { params: { id } })
  useEffect(() => {
    if (data) router.replace(hostPath(data.hostId, '', data.id))
  }, [data, router])
  if (hasStatus(error, 404)) {
    return (
      <NoSuch
        what="recording"
        why="It may have been deleted."
        list={{ href: '/', label: 'All hosts' }}
      />
    )
  }
  return (
    <>
      <PageHeader title="Recording" />
      <Pending query={{ error, refetch }} lines={8} label="Loading the recording" />
    </>
  )
}
