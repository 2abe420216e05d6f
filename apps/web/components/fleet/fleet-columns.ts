/** The columns that can be left out; host and verdict are always there. */
export const fleetColumns = [
  { key: 'targets', label: 'Against targets' },
  { key: 'trend', label: '7 days' },
  { key: 'drift', label: 'Connection' },
  { key: 'recorded', label: 'Recorded' },
] as const

export type FleetColumn = (typeof fleetColumns)[number]['key']

/** The columns that an address names; without any, all of them. */
export function shownColumns(params: Pick<URLSearchParams, 'get'>): ReadonlySet<FleetColumn> {
  const asked = params.get('columns')?.split(' ')
  const shown = fleetColumns.filter(({ key }) => asked?.includes(key) ?? true)
  return new Set(shown.map(({ key }) => key))
}

/** What the address says once a column comes or goes; nothing where all are shown. */
export function columnsParam(
  shown: ReadonlySet<FleetColumn>,
  column: FleetColumn,
  isShown: boolean,
): string | undefined {
  const next = fleetColumns.filter(({ key }) => (key === column ? isShown : shown.has(key)))
  if (next.length === fleetColumns.length) return undefined
  return next.map(({ key }) => key).join(' ') || 'none'
}
