import type { PlacedGuest, PlacementProblem } from '../problem/placement-problem.ts'

/** Guests that turned out not to keep their targets together on a host. */
export type Refusal =
  /** With all of these beside those that stay. */
  | { kind: 'arriving'; hostId: string; guestIds: readonly string[] }
  /** With no more than these gone. */
  | { kind: 'leaving'; hostId: string; guestIds: readonly string[] }

/** Of these guests, no more than so many may arrive at a host, or stay on a hot one. */
export interface Cover {
  guests: PlacedGuest[]
  most: number
}

/**
 * What is refused together is refused with more beside it, and with larger ones in its place: an
 * extended cover inequality (Balas, Facets of the knapsack polytope, 1975). Of a hot host it is those
 * that stay that are too many. Without it, guests that are alike are refused one set after the other.
 */
export function coverOf(
  { kind, hostId, guestIds }: Refusal,
  { guests }: Pick<PlacementProblem, 'guests'>,
): Cover {
  const [among, refused] =
    kind === 'arriving'
      ? [guests, guests.filter(({ id }) => guestIds.includes(id))]
      : [
          guests.filter((guest) => guest.hostId === hostId),
          guests.filter((guest) => guest.hostId === hostId && !guestIds.includes(guest.id)),
        ]
  return {
    guests: among.filter((guest) => refused.includes(guest) || isAsLarge(guest, refused)),
    most: refused.length - 1,
  }
}

/** How many of those that arrive, or stay, are too many: 0 where the cover is kept. */
export function excessOf({ guests, most }: Cover, here: readonly PlacedGuest[]): number {
  return Math.max(0, here.filter((guest) => guests.includes(guest)).length - most)
}

/** Whether it is as large as the largest of them in both respects. */
function isAsLarge(guest: PlacedGuest, among: readonly PlacedGuest[]): boolean {
  return among.every(
    ({ usePCpus, needPCpus }) => guest.usePCpus >= usePCpus && guest.needPCpus >= needPCpus,
  )
}
