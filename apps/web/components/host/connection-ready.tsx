'use client'

import { discoverHost, getHost, type Host } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { formatRelative } from '../../lib/format.ts'
import { isGateOutdated } from '../../lib/is-gate-outdated.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { DisconnectHost } from './disconnect-host.tsx'
import { HostSetupSteps } from './host-setup-steps.tsx'

export function ConnectionReady({ host }: { host: Host }) {
  const { connection } = host
  const gateOutdated = isGateOutdated(host)
  const discover = useApiMutation(discoverHost, { invalidates: [getHost] })
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
      {gateOutdated ? (
        <Alert tone="warn" title="The gate or the sudo rules on the host are old">
          Weights, caps and recordings work. vCPUs cannot be pinned and no cpupool be made until
          both are installed again as shown below; then read the host again.
        </Alert>
      ) : null}
      <Disclosure summary="What is installed on the host" initiallyOpen={gateOutdated}>
        <div className="space-y-4">
          <p className="max-w-prose text-sm text-ink-soft">
            Recording and pinning vCPUs need lines of their own here. If {host.name} was connected
            before Steelyard could do that, install the script and the rules again: each replaces
            the one that is there.
          </p>
          <HostSetupSteps connection={connection} />
        </div>
      </Disclosure>
    </div>
  )
}
