'use client'

import type { GuestLog } from '@steelyard/contract'
import { useApiMutation } from '../../lib/use-api.ts'
import { ConfirmKey } from '../machine-key/confirm-key.tsx'
import { Fingerprints } from '../machine-key/fingerprint.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
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

/** The second step of setting up a guest's log. */
export function ConfirmGuestKey({ host, domain, guestLog }: GuestLogProps) {
  const confirm = useApiMutation('confirmGuestLog', { invalidates: ['getHost'] })
  const fingerprint = guestLog.offeredFingerprint
  if (!fingerprint) return <SkeletonLines label="Loading the key" />
  const params = { id: host.id, domainId: domain.id }
  return (
    <ConfirmKey
      machine={{ name: domain.name, address: guestLog.address }}
      fingerprint={fingerprint}
      installing="Let Steelyard read the log"
      install={<InstallGuestKey guestLog={guestLog} />}
      doing="setting up access logs"
      same="The guest prints the same key"
      action="Confirm and try"
      confirmation={confirm}
      onConfirm={() => confirm.mutate({ params, body: { fingerprint } })}
      stop={<RemoveGuestLog host={host} domain={domain} label="The key differs: stop" />}
    />
  )
}
