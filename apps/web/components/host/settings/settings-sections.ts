import type { Host } from '@steelyard/contract'

/** The sections of a host's settings in their order; the address names the one that is open. */
export const settingsSections = [
  { id: 'guests', label: 'Guests', about: 'targets, weights, access logs' },
  { id: 'host', label: 'Host and connection', about: 'name, tags, notes, SSH, delete' },
  { id: 'watch', label: 'Watch and record', about: 'live, record now' },
  { id: 'policy', label: 'Policy', about: 'automatic changes, journal' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['id']

/** The section that needs an operator, or else the guests. */
export function firstSection({ connection, domains }: Host): SettingsSection {
  const asks = connection.state === 'none' ? domains.length === 0 : connection.state !== 'connected'
  return asks ? 'host' : 'guests'
}
