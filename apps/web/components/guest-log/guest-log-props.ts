import type { Domain, GuestLog, Host } from '@steelyard/contract'

/** Identifies a guest whose access log is set up. */
export interface GuestLogProps {
  host: Host
  domain: Domain
  guestLog: GuestLog
}
