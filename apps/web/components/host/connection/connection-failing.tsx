'use client'

import type { Host } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { accessTroubles } from '../../../lib/access-troubles.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Fingerprints } from '../../machine-key/fingerprint.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { ConnectFormLater } from './connect-form-later.tsx'
import { DisconnectHost } from './disconnect-host.tsx'
import { HostSetupSteps } from './host-setup-steps.tsx'

export function ConnectionFailing({ host }: { host: Host }) {
  const { connection } = host
  const retry = useApiMutation('discoverHost', { invalidates: ['getHost'] })
  const code = connection.trouble?.code ?? ''
  if (code === 'host-key-changed') return <HostKeyChanged host={host} />
  return (
    <div className="space-y-6">
      <TroubleAlert
        trouble={connection.trouble ?? { code: 'unknown', message: 'No reason was recorded.' }}
      />
      {accessTroubles.includes(code) ? <HostSetupSteps connection={connection} /> : null}
      <ProblemAlert error={retry.error} />
      {connection.pinnedFingerprint ? (
        <div className="flex flex-wrap gap-2">
          <Permitted needs="hosts:write">
            <Button
              look="primary"
              busy={retry.isPending}
              onClick={() => retry.mutate({ params: { id: host.id } })}
            >
              <RotateCw aria-hidden /> Try again
            </Button>
          </Permitted>
          <DisconnectHost host={host} />
        </div>
      ) : null}
      {connection.pinnedFingerprint ? (
        <Permitted needs="hosts:write">
          <Disclosure summary="Change address or account">
            <div className="space-y-4">
              <p className="text-sm text-ink-soft">
                This starts over with another key pair. You replace the old line with the new one
                and compare the host’s key again.
              </p>
              <ConnectFormLater host={host} submitLabel="Enrol again" />
            </div>
          </Disclosure>
        </Permitted>
      ) : (
        <ConnectFormLater host={host} submitLabel="Try again" />
      )}
    </div>
  )
}

function HostKeyChanged({ host }: { host: Host }) {
  const { trouble } = host.connection
  return (
    <div className="space-y-4">
      <TroubleAlert trouble={trouble} title={`${host.name} presents a different key`}>
        <Fingerprints {...host.connection} />
      </TroubleAlert>
      <p className="text-sm text-ink-soft">
        Was the host reinstalled, or its key changed on purpose? Then disconnect and enrol it again,
        comparing the new fingerprint on its own console. If not, someone may be intercepting the
        connection: leave it as it is and find out.
      </p>
      <DisconnectHost host={host} />
    </div>
  )
}
