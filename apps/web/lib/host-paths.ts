/** The tabs of a host in their order; the first has no path segment of its own. */
export const hostTabs = [
  { segment: '', label: 'Now' },
  { segment: 'options', label: 'Options' },
  { segment: 'headroom', label: 'Headroom' },
  { segment: 'evidence', label: 'Evidence' },
  { segment: 'history', label: 'History' },
  { segment: 'settings', label: 'Settings' },
  { segment: 'load-balancer', label: 'Load balancer' },
  { segment: 'real-time', label: 'Real-time' },
] as const

export type HostTab = (typeof hostTabs)[number]['segment']

/** The address of a tab of a host; without a recording it shows the newest complete one. */
export function hostPath(hostId: string, tab: HostTab = '', recording?: string | null): string {
  const path = `/hosts/${hostId}${tab && `/${tab}`}`
  return recording ? `${path}?recording=${recording}` : path
}

/** The page of a guest, for an analysed recording. */
export function guestPath(hostId: string, guest: string, recording?: string | null): string {
  const path = `/hosts/${hostId}/guests/${encodeURIComponent(guest)}`
  return recording ? `${path}?recording=${recording}` : path
}

/** What the paper’s equations say of an analysed recording. */
export function equationsPath({ hostId, id }: { hostId: string; id: string }): string {
  return `${hostPath(hostId, 'evidence', id)}&section=paper`
}
