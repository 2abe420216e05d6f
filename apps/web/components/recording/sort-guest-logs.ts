import type { Domain } from '@steelyard/contract'

/**
 * Names of the guests whose access log a recording follows: all whose key is pinned, those among
 * them that failed the last time, and those that nothing is known to follow of.
 */
export function sortGuestLogs(guests: readonly Pick<Domain, 'name' | 'gone' | 'guestLog'>[]) {
  const there = guests.filter(({ gone }) => !gone)
  const along = there.filter(({ guestLog }) => guestLog?.pinnedFingerprint)
  const failing = along.filter(({ guestLog }) => guestLog?.state === 'failing')
  const missing = there.filter((guest) => !along.includes(guest))
  const namesOf = (domains: typeof there) => domains.map(({ name }) => name)
  return { along: namesOf(along), failing: namesOf(failing), missing: namesOf(missing) }
}
