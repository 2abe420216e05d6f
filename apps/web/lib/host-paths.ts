/** The tabs of a host in their order; the first has no path segment of its own. */
export const hostTabs = [
  { segment: '', label: 'Now' },
  { segment: 'options', label: 'Options' },
  { segment: 'headroom', label: 'Headroom' },
  { segment: 'requests', label: 'Requests' },
  { segment: 'evidence', label: 'Evidence' },
  { segment: 'history', label: 'History' },
  { segment: 'load-balancer', label: 'Load balancer' },
  { segment: 'real-time', label: 'Real-time' },
  { segment: 'settings', label: 'Settings' },
] as const

export type HostTab = (typeof hostTabs)[number]['segment']

/** What decides which tabs a host has. */
interface Uses {
  host: { hasLoadBalancer: boolean; hasCapsMonitor: boolean }
  recording: { uploads: readonly { isTraced: boolean }[] } | null
}

/** Whether the host uses what the tab is about; most hosts need only those that are always there. */
export function usesTab(segment: HostTab, { host, recording }: Uses): boolean {
  if (segment === 'load-balancer') return host.hasLoadBalancer
  if (segment === 'real-time') return host.hasCapsMonitor
  if (segment === 'requests') return recording?.uploads.some(({ isTraced }) => isTraced) ?? false
  return true
}

/** The address of a tab of a host; without a recording it shows the newest complete one. */
export function hostPath(hostId: string, tab: HostTab = '', recording?: string | null): string {
  const path = `/hosts/${hostId}${tab && `/${tab}`}`
  return recording ? `${path}?recording=${recording}` : path
}

/** A section of the settings of a host. */
export function settingsPath(
  hostId: string,
  section: 'guests' | 'host' | 'watch' | 'policy',
): string {
  return `${hostPath(hostId, 'settings')}?section=${section}`
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
