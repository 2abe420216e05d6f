import type { Domain } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { isGuest } from '../../lib/is-guest.ts'
import { Checkbox } from '../ui/checkbox.tsx'

/** Lists the guests whose access logs are included, and those whose logs are not. */
export function GuestLogsField({
  words,
  domains,
  checked,
  onChange,
  disabled,
}: {
  /** What becomes of the logs, and what to do where no guest has one. */
  words: { followed: string; none: string }
  domains: readonly Domain[]
  checked: boolean
  onChange: (checked: boolean) => void
  disabled: boolean
}) {
  const { along, failing, missing } = sortGuestLogs(domains.filter(isGuest))
  if (along.length === 0) {
    return (
      <p className="max-w-prose text-sm text-ink-soft">
        No guest’s access log is included, because none is set up. Without logs, the number of
        requests and their durations are unknown. {words.none}
      </p>
    )
  }
  return (
    <Checkbox
      label={`Access logs of ${formatList(along)}`}
      hint={[
        words.followed,
        failing.length > 0 ? `Tried, although they failed before: ${formatList(failing)}.` : '',
        missing.length > 0 ? `Not set up, so not included: ${formatList(missing)}.` : '',
      ].join(' ')}
      checked={checked}
      onChange={onChange}
      disabled={disabled}
    />
  )
}

/**
 * Sorts the names of the guests into three lists: those whose log a recording follows because its
 * key is pinned, those among them that failed the last time, and those without a log to follow.
 */
export function sortGuestLogs(guests: readonly Pick<Domain, 'name' | 'gone' | 'guestLog'>[]) {
  const there = guests.filter(({ gone }) => !gone)
  const along = there.filter(({ guestLog }) => guestLog?.pinnedFingerprint)
  const failing = along.filter(({ guestLog }) => guestLog?.state === 'failing')
  const missing = there.filter((guest) => !along.includes(guest))
  const namesOf = (domains: typeof there) => domains.map(({ name }) => name)
  return { along: namesOf(along), failing: namesOf(failing), missing: namesOf(missing) }
}
