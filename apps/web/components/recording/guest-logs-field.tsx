import type { Domain } from '@steelyard/contract'
import { isGuest } from '../../lib/is-guest.ts'
import { Checkbox } from '../ui/checkbox.tsx'

const lists = new Intl.ListFormat('en-GB')

/** Which guests' access logs come along, and which do not. */
export function GuestLogsField({
  domains,
  checked,
  onChange,
  disabled,
}: {
  domains: readonly Domain[]
  checked: boolean
  onChange: (checked: boolean) => void
  disabled: boolean
}) {
  const guests = domains.filter((domain) => isGuest(domain) && !domain.gone)
  const ready = guests.filter(({ guestLog }) => guestLog?.state === 'ready')
  const missing = guests.filter((guest) => !ready.includes(guest))
  if (ready.length === 0) {
    return (
      <p className="max-w-prose text-sm text-ink-soft">
        No guest’s access log comes along: none is set up. Without them nothing says how many
        requests came and how long they took. Set them up in the table of domains above, or add the
        logs as files afterwards.
      </p>
    )
  }
  return (
    <Checkbox
      label={`Access logs of ${lists.format(ready.map(({ name }) => name))}`}
      hint={
        missing.length > 0
          ? `Not ready, so not along: ${lists.format(missing.map(({ name }) => name))}.`
          : 'Those of all guests: followed over SSH while the host is recorded.'
      }
      checked={checked}
      onChange={onChange}
      disabled={disabled}
    />
  )
}
