'use client'

import { confirmHostKey, getHost, type Host } from '@steelyard/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { CompareKey } from './compare-key.tsx'
import { DisconnectHost } from './disconnect-host.tsx'
import { HostSetupSteps } from './host-setup-steps.tsx'

/** Second step of enrolment: compare the key by another way, install ours, then confirm. */
export function ConfirmKey({ host, fingerprint }: { host: Host; fingerprint: string }) {
  const [compared, setCompared] = useState(false)
  const confirm = useApiMutation(confirmHostKey, { invalidates: [getHost] })
  return (
    <div className="space-y-7">
      <section className="space-y-3">
        <h3 className="font-semibold">1. Is this really {host.name}?</h3>
        <CompareKey address={host.connection.address} fingerprint={fingerprint} />
      </section>
      <section className="space-y-3">
        <h3 className="font-semibold">2. Let Steelyard in</h3>
        <HostSetupSteps connection={host.connection} />
      </section>
      <Permitted needs="hosts:write" doing="connecting hosts">
        <section className="space-y-4">
          <h3 className="font-semibold">3. Confirm</h3>
          <Checkbox
            label="The console printed the same fingerprint, and the lines above are installed."
            hint="From now on any other key is refused before anything is sent."
            checked={compared}
            onChange={setCompared}
          />
          <ProblemAlert error={confirm.error} />
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              disabled={!compared}
              busy={confirm.isPending}
              onClick={() => confirm.mutate({ params: { id: host.id }, body: { fingerprint } })}
            >
              <ShieldCheck aria-hidden /> Confirm and connect
            </Button>
            <DisconnectHost host={host} label="It is another key: stop" />
          </div>
        </section>
      </Permitted>
    </div>
  )
}
