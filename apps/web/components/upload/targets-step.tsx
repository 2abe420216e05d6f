'use client'

import { getHost, type Upload } from '@steelyard/contract'
import { guestsOf } from '../../lib/upload-domains.ts'
import { useApi } from '../../lib/use-api.ts'
import type { Go } from '../../lib/use-wizard-place.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TargetsForm } from './targets-form.tsx'

/** Step 4: what each domain must keep, prefilled from the host. */
export function TargetsStep({ upload, hostId, go }: { upload: Upload; hostId: string; go: Go }) {
  const host = useApi(getHost, { params: { id: hostId } })
  if (host.error) return <ProblemAlert error={host.error} onRetry={() => host.refetch()} />
  if (!host.data) return <SkeletonLines lines={6} label="Loading the targets" />
  const guests = guestsOf(upload)
  // Another set of domains is another form.
  return (
    <TargetsForm
      key={`${hostId} ${guests.join(' ')}`}
      upload={upload}
      host={host.data}
      guests={guests}
      go={go}
    />
  )
}
