import type { GuestLog } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { sortGuestLogs } from './guest-logs-field.tsx'

const guest = (name: string, log: Partial<GuestLog> | null, gone = false) => ({
  name,
  gone,
  guestLog: log as GuestLog | null,
})

it('includes pinned logs, reports failed ones, and omits those of domains that are gone', () => {
  const sorted = sortGuestLogs([
    guest('ready', { state: 'ready', pinnedFingerprint: 'a' }),
    guest('failing', { state: 'failing', pinnedFingerprint: 'a' }),
    guest('unreached', { state: 'failing', pinnedFingerprint: null }),
    guest('unconfirmed', { state: 'awaiting-confirmation', pinnedFingerprint: null }),
    guest('without', null),
    guest('gone', { state: 'ready', pinnedFingerprint: 'a' }, true),
  ])
  expect(sorted).toEqual({
    along: ['ready', 'failing'],
    failing: ['failing'],
    missing: ['unreached', 'unconfirmed', 'without'],
  })
})
