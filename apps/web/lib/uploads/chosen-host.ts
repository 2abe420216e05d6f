import type { Host } from '@steelyard/contract'

/** The host that a recording is analysed for: one of the fleet, or one that Analyse creates. */
export type ChosenHost = { kind: 'known'; id: string } | { kind: 'new'; name: string }

/** The name that Steelyard gives an upload of loose files says nothing about the host. */
const UNNAMED = /^Upload of \d{4}-/

/**
 * The host that the recording came from, else the one that has the folder's name, else a new one of
 * that name. Any other choice is the operator's.
 */
export function suggestedHost(
  recordingName: string,
  hostId: string | null,
  hosts: readonly Pick<Host, 'id' | 'name'>[],
): ChosenHost {
  if (hostId) return { kind: 'known', id: hostId }
  const name = UNNAMED.test(recordingName) ? '' : recordingName
  const same = hosts.find((host) => host.name.toLowerCase() === name.toLowerCase())
  return same ? { kind: 'known', id: same.id } : { kind: 'new', name }
}
