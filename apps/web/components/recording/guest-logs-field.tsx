import type { Domain } from '@steelyard/contract'
import { isGuest } from '../../lib/is-guest.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { sortGuestLogs } from './sort-guest-logs.ts'

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
  const { along, failing, missing } = sortGuestLogs(domains.filter(isGuest))
  if (along.length === 0) {
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
      label={`Access logs of ${lists.format(along)}`}
      hint={[
        'Followed over SSH while the host is recorded.',
        failing.length > 0 ? `Tried, though failing before: ${lists.format(failing)}.` : '',
        missing.length > 0 ? `Not set up, so not along: ${lists.format(missing)}.` : '',
      ].join(' ')}
      checked={checked}
      onChange={onChange}
      disabled={disabled}
    />
  )
}
