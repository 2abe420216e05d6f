import {
  type Move,
  moveSeconds,
  type PlacedGuest,
  type PlacedHost,
  type PlacementProblem,
} from '../problem/placement-problem.ts'

/** A host as rules of thresholds see it: averages of CPU and memory, and nobody's response times. */
export interface Tallied {
  host: PlacedHost
  guests: PlacedGuest[]
  usePCpus: number
  memoryFreeBytes: number
  memoryBytes: number
}

/** Hosts with their guests, as moves are made on paper. */
export class Tally {
  readonly hosts: readonly Tallied[]
  readonly moves: Move[] = []

  constructor({ hosts, guests }: PlacementProblem) {
    this.hosts = hosts.map((host) => {
      const there = guests.filter(({ hostId }) => hostId === host.id)
      const memory = there.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
      return {
        host,
        guests: there,
        usePCpus: there.reduce((sum, { usePCpus }) => sum + usePCpus, 0),
        memoryFreeBytes: host.memoryFreeBytes,
        memoryBytes: host.memoryFreeBytes + memory,
      }
    })
  }

  move(guest: PlacedGuest, from: Tallied, to: Tallied): void {
    from.guests = from.guests.filter((each) => each !== guest)
    to.guests = [...to.guests, guest]
    from.usePCpus -= guest.usePCpus
    to.usePCpus += guest.usePCpus
    from.memoryFreeBytes += guest.memoryBytes
    to.memoryFreeBytes -= guest.memoryBytes
    this.moves.push({
      guestId: guest.id,
      fromHostId: from.host.id,
      toHostId: to.host.id,
      seconds: moveSeconds(guest),
    })
  }
}

export const cpuOf = ({ usePCpus, host }: Tallied) => usePCpus / host.pCpus

/** Rules of others know neither targets nor claims, but they keep what the pool forbids. */
export function mayGo(guest: PlacedGuest, to: Tallied): boolean {
  return (
    guest.mayMove &&
    to.host.mayReceive &&
    (guest.allowedHostIds === null || guest.allowedHostIds.includes(to.host.id)) &&
    !to.guests.some(({ apartGroups }) =>
      apartGroups.some((group) => guest.apartGroups.includes(group)),
    )
  )
}
