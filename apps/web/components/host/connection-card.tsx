'use client'

import { getHost, type Host } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ConfirmKey } from './confirm-key.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { ConnectionFailing } from './connection-failing.tsx'
import { ConnectionReady } from './connection-ready.tsx'

/** How Steelyard reaches the host: enrolment in steps, then its state. */
export function ConnectionCard({ host }: { host: Host }) {
  return (
    <Card aria-labelledby="connection" id="connection-card">
      <CardHeader
        id="connection"
        title="Connection"
        action={<ConnectionBadge state={host.connection.state} />}
      />
      <CardBody className="space-y-5">
        <HostWork host={host} />
        <ConnectionBody host={host} />
      </CardBody>
    </Card>
  )
}

function ConnectionBody({ host }: { host: Host }) {
  const { state, offeredFingerprint } = host.connection
  switch (state) {
    case 'none':
      return (
        <div className="space-y-4">
          <p className="max-w-prose text-sm text-ink-soft">
            Analyses work without a connection. With one, Steelyard reads the weights that are in
            force and applies plans over SSH, with a key pair made for this host alone.
          </p>
          <ConnectForm host={host} submitLabel="Fetch the host's key" />
        </div>
      )
    case 'awaiting-confirmation':
      return offeredFingerprint ? (
        <ConfirmKey host={host} fingerprint={offeredFingerprint} />
      ) : (
        <SkeletonLines label="Loading the key" />
      )
    case 'connected':
      return <ConnectionReady host={host} />
    case 'failing':
      return <ConnectionFailing host={host} />
    case 'probing':
    case 'connecting':
      return host.jobId ? null : <SkeletonLines label="Connecting" />
  }
}

/** What is being done on the host right now; its end brings a new state. */
function HostWork({ host }: { host: Host }) {
  const queryClient = useQueryClient()
  const { job } = useJob(host.jobId, () =>
    queryClient.invalidateQueries({ queryKey: queryKeyOf(getHost) }),
  )
  if (!host.jobId || !job) return null
  return <JobProgress job={job} />
}
