'use client'

import type { Domain, Host } from '@steelyard/contract'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { GuestLogForm } from './guest-log-form.tsx'
import type { GuestLogProps } from './guest-log-props.ts'
import { ConfirmGuestKey, GuestLogFailing, GuestLogReady } from './guest-log-states.tsx'

/** Manages access to a guest's log, from its set-up to its removal. */
export function GuestLogDialog({
  host,
  domain,
  onClose,
}: {
  host: Host
  domain: Domain
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Access log of ${domain.name}`}
      description="Followed over SSH while the host is recorded. Its key pair can read this one file and nothing else."
    >
      <GuestLogBody host={host} domain={domain} />
    </Dialog>
  )
}

function GuestLogBody({ host, domain }: { host: Host; domain: Domain }) {
  const { guestLog } = domain
  if (!guestLog) return <GuestLogForm host={host} domain={domain} submitLabel="Fetch its key" />
  const props: GuestLogProps = { host, domain, guestLog }
  switch (guestLog.state) {
    case 'probing':
      return <SkeletonLines label="Fetching the key of the guest" />
    case 'connecting':
      return <SkeletonLines label="Trying to follow the log" />
    case 'awaiting-confirmation':
      return <ConfirmGuestKey {...props} />
    case 'ready':
      return <GuestLogReady {...props} />
    case 'failing':
      return <GuestLogFailing {...props} />
  }
}
