import { Fingerprints } from '../host/fingerprints.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { ChangeGuestLog } from './change-guest-log.tsx'
import { GuestLogFacts } from './guest-log-facts.tsx'
import { GuestLogForm } from './guest-log-form.tsx'
import type { GuestLogProps } from './guest-log-props.ts'
import { InstallGuestKey } from './install-guest-key.tsx'
import { RemoveGuestLog } from './remove-guest-log.tsx'
import { RetryGuestLog } from './retry-guest-log.tsx'

export function GuestLogFailing(props: GuestLogProps) {
  const { domain, guestLog } = props
  const keyChanged = guestLog.trouble?.code === 'host-key-changed'
  return (
    <div className="space-y-5">
      <TroubleAlert
        trouble={guestLog.trouble ?? { code: 'unknown', message: 'No reason was recorded.' }}
        title={keyChanged ? `${domain.name} shows another key than before` : undefined}
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
