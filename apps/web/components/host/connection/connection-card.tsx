'use client'

import type { Host } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { formatRelative } from '../../../lib/format/dates.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useJob } from '../../../lib/use-job.ts'
import { useReload } from '../../../lib/use-reload.ts'
import { ConfirmKey } from '../../machine-key/confirm-key.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { ConnectFormLater } from './connect-form-later.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { ConnectionFailing } from './connection-failing.tsx'
import { DisconnectHost } from './disconnect-host.tsx'
import { type EnrolmentStep, EnrolmentSteps } from './enrolment-steps.tsx'
import { HostSetupSteps } from './host-setup-steps.tsx'

/**
 * Shows how Steelyard reaches the host: the enrolment step by step, then the connection's state.
 */
export function ConnectionCard({ host }: { host: Host }) {
  const [comparedKey, setComparedKey] = useState<string | null>(null)
  const { offeredFingerprint } = host.connection
  const isCompared = offeredFingerprint !== null && comparedKey === offeredFingerprint
  const step = enrolmentStep(host)
  return (
    <Card aria-labelledby="connection">
      <CardHeader
        id="connection"
        title="Connection"
        action={<ConnectionBadge state={host.connection.state} />}
      />
      <CardBody className="space-y-5">
        {step ? (
          <EnrolmentSteps now={step === 'fingerprint' && isCompared ? 'install' : step} />
        ) : null}
        <HostWork host={host} />
        <ConnectionBody host={host} onCompared={() => setComparedKey(offeredFingerprint)} />
      </CardBody>
    </Card>
  )
}

/** How far the enrolment is; null while none has begun, and where a connection is down. */
function enrolmentStep({ connection: { state, pinnedFingerprint } }: Host): EnrolmentStep | null {
  if (state === 'probing') return 'address'
  if (state === 'awaiting-confirmation') return 'fingerprint'
  if (state === 'connecting') return 'install'
  if (state === 'connected') return null
  return state === 'failing' && !pinnedFingerprint ? 'address' : null
}

function ConnectionBody({ host, onCompared }: { host: Host; onCompared: () => void }) {
  const { state, offeredFingerprint } = host.connection
  switch (state) {
    case 'none':
      return (
        <div className="space-y-4">
          <p className="max-w-prose text-sm text-ink-soft">
            Analyses work without a connection. With one, Steelyard reads the weights in force and
            applies plans over SSH. The key pair is made for this host alone.
          </p>
          <ConnectFormLater host={host} submitLabel="Fetch the host's key" />
        </div>
      )
    case 'awaiting-confirmation':
      return offeredFingerprint ? (
        <ConfirmHost host={host} fingerprint={offeredFingerprint} onCompared={onCompared} />
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

/** Follows the job that works on the host, and reads the host again when it ends. */
function HostWork({ host }: { host: Host }) {
  const reload = useReload()
  const { job } = useJob(host.jobId, () => reload('getHost'))
  if (!host.jobId || !job) return null
  return <JobProgress job={job} />
}

function ConnectionReady({ host }: { host: Host }) {
  const { connection } = host
  const discover = useApiMutation('discoverHost', { invalidates: ['getHost'] })
  return (
    <div className="space-y-5">
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr] [&>dt]:text-ink-faint">
        <dt>Account</dt>
        <dd className="[overflow-wrap:anywhere]">
          {connection.username}@{connection.address}, port {connection.port}
        </dd>
        <dt>Pinned key</dt>
        <dd>
          <code className="font-mono text-xs break-all">{connection.pinnedFingerprint}</code>
        </dd>
        <dt>Last read</dt>
        <dd>{formatRelative(host.inventoryAt)}</dd>
      </dl>
      <ProblemAlert error={discover.error} />
      <div className="flex flex-wrap gap-2">
        <Permitted needs="hosts:write">
          <Button
            busy={discover.isPending}
            onClick={() => discover.mutate({ params: { id: host.id } })}
          >
            <RotateCw aria-hidden /> Read the host again
          </Button>
        </Permitted>
        <DisconnectHost host={host} />
      </div>
      <Disclosure summary="What is installed on the host">
        <HostSetupSteps connection={connection} />
      </Disclosure>
    </div>
  )
}

/** The second step of enrolment. */
function ConfirmHost({
  host,
  fingerprint,
  onCompared,
}: {
  host: Host
  fingerprint: string
  onCompared: () => void
}) {
  const confirm = useApiMutation('confirmHostKey', { invalidates: ['getHost'] })
  return (
    <ConfirmKey
      machine={{ name: host.name, address: host.connection.address }}
      fingerprint={fingerprint}
      installing="Let Steelyard in"
      install={<HostSetupSteps connection={host.connection} />}
      doing="connecting hosts"
      same="The console prints the same key"
      onSame={onCompared}
      action="Confirm and connect"
      confirmation={confirm}
      onConfirm={() => confirm.mutate({ params: { id: host.id }, body: { fingerprint } })}
      stop={<DisconnectHost host={host} label="The key differs: stop" />}
    />
  )
}
