import type { PlacedGuest, PlacedHost, PlacementProblem } from './placement-problem.ts'

/** Of a host's pCPUs, what stays idle for requests that come at once, whoever needs less. Ours. */
const LEAST_IDLE = 0.1

/** What is left on a host beside the guests that are there. */
export interface Room {
  /** pCPUs that are idle; negative where more is asked for than there is. */
  idlePCpus: number
  /** pCPUs that have to be idle for those that are there. */
  needPCpus: number
  memoryBytes: number
}

/**
 * Guests share what is idle: in M/M/1, with the host as the server, the mean time is x / (1 - rho)
 * for each of them, whoever caused the load (Kleinrock, Queueing Systems I, 3.2). So a host keeps its
 * targets without any weights where as much is idle as the guest of the tightest target needs, and
 * weights can only better that.
 */
export function roomOf(host: PlacedHost, guests: readonly PlacedGuest[]): Room {
  const there = guests.filter(({ hostId }) => hostId === host.id)
  return {
    idlePCpus: host.pCpus - there.reduce((sum, { usePCpus }) => sum + usePCpus, 0),
    needPCpus: Math.max(leastIdle(host), ...there.map(({ needPCpus }) => needPCpus)),
    memoryBytes: host.memoryFreeBytes,
  }
}

export function leastIdle({ pCpus }: PlacedHost): number {
  return LEAST_IDLE * pCpus
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
    guest.usePCpus + Math.max(guest.needPCpus, room.needPCpus) <= room.idlePCpus &&
    guest.memoryBytes <= room.memoryBytes &&
    !guests.some(
      (other) =>
        other.hostId === host.id &&
        other.apartGroups.some((group) => guest.apartGroups.includes(group)),
    )
  )
}
