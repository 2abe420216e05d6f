'use client'

import { confirmGuestLog, getHost } from '@steelyard/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { CompareKey } from '../host/compare-key.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import type { GuestLogProps } from './guest-log-props.ts'
import { InstallGuestKey } from './install-guest-key.tsx'
import { RemoveGuestLog } from './remove-guest-log.tsx'

/** Second step: compare the guest's key by another way, install ours, then confirm. */
export function ConfirmGuestKey({ host, domain, guestLog }: GuestLogProps) {
  const [compared, setCompared] = useState(false)
  const confirm = useApiMutation(confirmGuestLog, { invalidates: [getHost] })
  const fingerprint = guestLog.offeredFingerprint
  if (!fingerprint) return <SkeletonLines label="Loading the key" />
  const params = { id: host.id, domainId: domain.id }
  return (
    <div className="space-y-6">
      <section className="space-y-3">
        <h3 className="font-semibold">1. Is this really {domain.name}?</h3>
        <CompareKey address={guestLog.address} fingerprint={fingerprint} />
      </section>
      <section className="space-y-3">
        <h3 className="font-semibold">2. Let Steelyard read the log</h3>
        <InstallGuestKey guestLog={guestLog} />
      </section>
      <Permitted needs="hosts:write" doing="setting up access logs">
        <section className="space-y-4">
          <h3 className="font-semibold">3. Confirm</h3>
          <Checkbox
            label="The guest printed the same fingerprint, and the line is installed."
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
              onClick={() => confirm.mutate({ params, body: { fingerprint } })}
            >
              <ShieldCheck aria-hidden /> Confirm and try
            </Button>
            <RemoveGuestLog host={host} domain={domain} label="It is another key: stop" />
          </div>
        </section>
      </Permitted>
    </div>
  )
}
