import type { PlacedGuest, PlacedHost, PlacementProblem } from '../problem/placement-problem.ts'
import { type Room, roomOf } from '../problem/room.ts'
import { type Choice, choiceOf, lackAfter } from './build-moves.ts'
import { coverOf, excessOf, type Refusal } from './refusal.ts'

/**
 * Moves that keep every rule of the program, though they may cost more than they must: an answer
 * where the program finds none in its time. Guests without a host come first; then each hot host, the
 * one that lacks most first, loses the guest that takes most of its lack with it, to the host with
 * most room, until it lacks nothing or nothing helps. Ours, in the manner of worst fit decreasing.
 */
export function packMoves(
  problem: PlacementProblem,
  pairs: readonly [PlacedGuest, PlacedHost][],
  refusals: readonly Refusal[],
): Choice {
  const chosen = new Map<PlacedGuest, PlacedHost>()
  const rooms = new Map(problem.hosts.map((host) => [host, roomOf(host, problem.guests)]))
  const covers = refusals
    .filter(({ kind }) => kind === 'arriving')
    .map((each) => ({ hostId: each.hostId, cover: coverOf(each, problem) }))
  const placesOf = Map.groupBy(pairs, ([guest]) => guest)
  const placeFor = (guest: PlacedGuest): PlacedHost | undefined => {
    const places = (placesOf.get(guest) ?? []).flatMap(([, host]) => {
      const arriving = [...arrivedAt(host, chosen), guest]
      const spare = spareAfter(rooms.get(host)!, arriving)
      const isOpen = covers.every(
        ({ hostId, cover }) => hostId !== host.id || excessOf(cover, arriving) === 0,
      )
      return spare === null || !isOpen ? [] : [{ host, spare }]
    })
    return places.sort((one, other) => other.spare - one.spare)[0]?.host
  }
  const byUse = (one: PlacedGuest, other: PlacedGuest) => other.usePCpus - one.usePCpus
  const homeless = problem.guests.filter(({ hostId }) => hostId === null).sort(byUse)
  for (const guest of homeless) {
    const host = placeFor(guest)
    if (host) chosen.set(guest, host)
  }
  const lackOf = (host: PlacedHost) => lackAfter(host, problem, chosen, refusals).pCpus
  const hot = problem.hosts
    .filter(({ isHot }) => isHot)
    .sort((one, other) => lackOf(other) - lackOf(one))
  for (const host of hot) {
    for (;;) {
      const lack = lackOf(host)
      if (lack === 0) break
      const tries = problem.guests.flatMap((guest) => {
        if (guest.hostId !== host.id || chosen.has(guest)) return []
        const place = placeFor(guest)
        if (!place) return []
        const left = lackAfter(host, problem, new Map(chosen).set(guest, place), refusals).pCpus
        return left < lack ? [{ guest, place, left }] : []
      })
      const best = tries.sort(
        (one, other) => one.left - other.left || one.guest.memoryBytes - other.guest.memoryBytes,
      )[0]
      if (!best) break
      chosen.set(best.guest, best.place)
    }
  }
  return choiceOf(problem, chosen, refusals)
}

function arrivedAt(host: PlacedHost, chosen: ReadonlyMap<PlacedGuest, PlacedHost>): PlacedGuest[] {
  return [...chosen].flatMap(([guest, place]) => (place === host ? [guest] : []))
}

/** pCPUs that are idle beyond what must be, or null where those that arrive have no room together. */
function spareAfter(room: Room, arriving: readonly PlacedGuest[]): number | null {
  const sum = (of: (guest: PlacedGuest) => number) =>
    arriving.reduce((total, guest) => total + of(guest), 0)
  const need = Math.max(room.needPCpus, ...arriving.map(({ needPCpus }) => needPCpus))
  const spare = room.idlePCpus - need - sum(({ usePCpus }) => usePCpus)
  const groups = arriving.flatMap(({ apartGroups }) => apartGroups)
  const isApart = new Set(groups).size === groups.length
  return spare >= 0 && isApart && sum(({ memoryBytes }) => memoryBytes) <= room.memoryBytes
    ? spare
    : null
}
