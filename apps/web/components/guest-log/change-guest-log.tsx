import { Permitted } from '../access/permitted.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { GuestLogForm } from './guest-log-form.tsx'
import type { GuestLogProps } from './guest-log-props.ts'

/** Another place is another set-up, with a key pair of its own. */
export function ChangeGuestLog({ host, domain }: GuestLogProps) {
  return (
    <Permitted needs="hosts:write">
      <Disclosure summary="Change where it is">
        <div className="space-y-4">
          <p className="text-sm text-ink-soft">
            This starts over: with another key pair, and the guest’s key to be compared again.
          </p>
          <GuestLogForm host={host} domain={domain} submitLabel="Set up again" />
        </div>
      </Disclosure>
    </Permitted>
  )
}
