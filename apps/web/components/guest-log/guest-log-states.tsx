'use client'

import { confirmGuestLog, type GuestLog, getHost } from '@steelyard/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { CompareKey } from '../host/connection/compare-key.tsx'
import { Fingerprints } from '../host/connection/fingerprint.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import {
  ChangeGuestLog,
  InstallGuestKey,
  RemoveGuestLog,
  RetryGuestLog,
} from './guest-log-actions.tsx'
import { GuestLogForm } from './guest-log-form.tsx'
import type { GuestLogProps } from './guest-log-props.ts'

export function GuestLogFailing(props: GuestLogProps) {
  const { domain, guestLog } = props
  const keyChanged = guestLog.trouble?.code === 'host-key-changed'
  return (
    <div className="space-y-5">
      <TroubleAlert
        trouble={guestLog.trouble ?? { code: 'unknown', message: 'No reason was recorded.' }}
        title={keyChanged ? `${domain.name} presents a different key` : undefined}
      >
        {keyChanged ? <Fingerprints {...guestLog} /> : null}
      </TroubleAlert>
      {guestLog.pinnedFingerprint ? (
        <>
          {keyChanged ? null : <InstallGuestKey guestLog={guestLog} />}
          <GuestLogFacts guestLog={guestLog} />
          <div className="flex flex-wrap gap-2">
            <RetryGuestLog {...props} />
            <RemoveGuestLog {...props} />
          </div>
          <ChangeGuestLog {...props} />
        </>
      ) : (
        <>
          <GuestLogForm {...props} submitLabel="Try again" />
          <RemoveGuestLog {...props} />
        </>
      )}
    </div>
  )
}

function GuestLogFacts({ guestLog }: { guestLog: GuestLog }) {
  const { username, address, port, path, logFormat, pinnedFingerprint } = guestLog
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm [overflow-wrap:anywhere] sm:grid-cols-[auto_1fr] [&>dt]:text-ink-faint">
      <dt>Account</dt>
      <dd>
        {username}@{address}, port {port}
      </dd>
      <dt>File</dt>
      <dd>
        <code className="font-mono text-xs">{path}</code>
      </dd>
      <dt>Format</dt>
      <dd>{logFormat ? <code className="font-mono text-xs">{logFormat}</code> : 'as detected'}</dd>
      {pinnedFingerprint ? (
        <>
          <dt>Pinned key</dt>
          <dd>
            <code className="font-mono text-xs break-all">{pinnedFingerprint}</code>
          </dd>
        </>
      ) : null}
    </dl>
  )
}

export function GuestLogReady(props: GuestLogProps) {
  return (
    <div className="space-y-5">
      <GuestLogFacts guestLog={props.guestLog} />
      <div className="flex flex-wrap gap-2">
        <RetryGuestLog {...props} />
        <RemoveGuestLog {...props} />
      </div>
      <Disclosure summary="What is installed on the guest">
        <InstallGuestKey guestLog={props.guestLog} />
      </Disclosure>
      <ChangeGuestLog {...props} />
    </div>
  )
}

/** The second step: compare the guest's key over another channel, install ours, then confirm. */
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
            <RemoveGuestLog host={host} domain={domain} label="The key differs: stop" />
          </div>
        </section>
      </Permitted>
    </div>
  )
}
