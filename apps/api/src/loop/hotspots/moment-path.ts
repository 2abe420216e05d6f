const AROUND_MS = 30 * 60_000

/** The page that shows how a host did while a target was missed, and half an hour around that. */
export function momentPath(hostId: string, openedAt: Date, closedAt: Date | null): string {
  const from = new Date(openedAt.getTime() - AROUND_MS).toISOString()
  const to = new Date((closedAt ?? openedAt).getTime() + AROUND_MS).toISOString()
  return `/hosts/${hostId}?${new URLSearchParams({ from, to })}`
}
