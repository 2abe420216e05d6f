/** A guest that is moved, and the hosts that it leaves and comes to, as their owners call them. */
export interface MoveNames {
  guest: string
  from: string
  to: string
}

/** Whether the targets of a guest and its log were taken along to the host where it runs now. */
export type FollowedMove = 'carried' | 'host-not-connected' | 'judged-otherwise' | 'name-taken'

/** Minutes of guests with a target on both hosts, and in how many of them they missed it. */
export interface Kept {
  missed: number
  minutes: number
}

/** How targets were kept on both hosts in the ten minutes before a move and after it. */
export interface MoveEffect {
  before: Kept
  after: Kept
}
