export type HostEventKind =
  | 'weight'
  | 'cap'
  | 'domain-appeared'
  | 'domain-gone'
  | 'domain-restarted'
  | 'host-rebooted'

/** What `HostEvent.detail` holds: values before and after, and the application that changed them. */
export interface HostEventDetail {
  before?: number | null
  after?: number | null
  applicationId?: string
}
