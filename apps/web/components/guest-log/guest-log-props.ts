import type { Domain, GuestLog, Host } from '@steelyard/contract'

/** A guest whose access log is set up. */
export interface GuestLogProps {
  host: Host
  domain: Domain
  guestLog: GuestLog
}
