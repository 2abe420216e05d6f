'use client'

import type { Host } from '@steelyard/contract'
import { Server } from 'lucide-react'
import { useApi } from '../../../lib/use-api.ts'
import { HostTagsContext } from '../../../lib/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { settableDomains } from './hand-set.ts'
import { HandSetForm } from './hand-set-form.tsx'

/** Weights set by hand become a plan like any other: first the diff, then the password. */
export function HandSetPage({ hostId }: { hostId: string }) {
  const host = useApi('getHost', { params: { id: hostId } })
  return (
    <HostTagsContext value={host.data?.tags ?? null}>
      <PageHeader
        back={
          host.data
            ? { href: `/hosts/${hostId}`, label: host.data.name }
            : { href: '/', label: 'Fleet' }
        }
        title="Plan weights by hand"
        description="Steelyard reads the host, shows every change and its command, and applies it only after you confirm."
      />
      <Permitted needs="plans:write" doing="making plans">
        {host.data ? (
          <HandSet host={host.data} />
        ) : host.error ? (
          <ProblemAlert error={host.error} onRetry={() => host.refetch()} />
        ) : (
          <SkeletonLines lines={6} label="Loading the host" />
        )}
      </Permitted>
    </HostTagsContext>
  )
}

function HandSet({ host }: { host: Host }) {
  if (settableDomains(host).length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Server}
          title={`No guests of ${host.name} are known yet`}
          action={
            <ButtonLink look="primary" href={`/hosts/${host.id}`}>
              Connect the host
            </ButtonLink>
          }
        >
          They become known when the host is connected or its traces are analysed.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="space-y-6">
      {host.connection.state === 'connected' ? null : (
        <Alert tone="warn" title={`${host.name} is not connected`}>
          The plan will show the commands to run by hand; it cannot be applied from here. Weights
          that are not known count as 256.
        </Alert>
      )}
      <HandSetForm key={host.inventoryAt ?? ''} host={host} />
    </div>
  )
}
