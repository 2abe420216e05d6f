import { Disclosure } from '../ui/disclosure.tsx'
import { ChangeGuestLog } from './change-guest-log.tsx'
import { GuestLogFacts } from './guest-log-facts.tsx'
import type { GuestLogProps } from './guest-log-props.ts'
import { InstallGuestKey } from './install-guest-key.tsx'
import { RemoveGuestLog } from './remove-guest-log.tsx'
import { RetryGuestLog } from './retry-guest-log.tsx'

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
