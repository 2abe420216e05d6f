import type { PlacedGuest, PlacedHost, PlacementProblem } from './placement-problem.ts'

/**
 * Of a host's pCPUs, what its guests may use: above it, any times are chance. Ours.
 */
export const MOST_USE = 0.9

/** What is left on a host beside the guests that are there; negative where they do not fit. */
export interface Room {
  claimPCpus: number
  usePCpus: number
  memoryBytes: number
}

export function roomOf(host: PlacedHost, guests: readonly PlacedGuest[]): Room {
  const there = guests.filter(({ hostId }) => hostId === host.id)
  const sum = (of: (guest: PlacedGuest) => number) =>
    there.reduce((total, each) => total + of(each), 0)
  return {
    claimPCpus: host.pCpus - sum(({ claimPCpus }) => claimPCpus),
    usePCpus: MOST_USE * host.pCpus - sum(({ usePCpus }) => usePCpus),
    memoryBytes: host.memoryFreeBytes,
  }
}

/** Whether a guest alone may go to a host and fits there beside those that stay. */
export function fits(
  guest: PlacedGuest,
  host: PlacedHost,
  room: Room,
  { guests }: Pick<PlacementProblem, 'guests'>,
): boolean {
  return (
    host.mayReceive &&
    !host.isHot &&
    host.id !== guest.hostId &&
    (guest.allowedHostIds === null || guest.allowedHostIds.includes(host.id)) &&
    guest.claimPCpus <= room.claimPCpus &&
    guest.usePCpus <= room.usePCpus &&
    guest.memoryBytes <= room.memoryBytes &&
    !guests.some(
      (other) =>
        other.hostId === host.id &&
        other.apartGroups.some((group) => guest.apartGroups.includes(group)),
    )
  )
}
