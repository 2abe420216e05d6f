import type { CapsByDomain } from './wanted-caps.ts'

/** What a monitor has taken, and what became of it. */
interface TakenCaps {
  /** The caps that were in force before it took any. Null: it holds none. */
  before: CapsByDomain | null
  /** The caps as it last set them; missing where the host was not read afterwards. */
  set: CapsByDomain
  inForce: CapsByDomain
  /** Whether everything is to be given back, or has been left to a person. */
  isOver: boolean
}

/**
 * The caps that the monitor still has to give back, as they were before. A cap that somebody else
 * has set since is theirs, and one that is back at what it was is given back, so whatever a person
 * sets from then on is what to give back the next time.
 */
export function stillHeld({ before, set, inForce, isOver }: TakenCaps): CapsByDomain | null {
  const held = Object.entries(before ?? {}).filter(([domain, cap]) => {
    const now = inForce[domain] ?? 0
    const isForeign = now !== (set[domain] ?? now)
    return !isForeign && !(isOver && now === cap)
  })
  return held.length > 0 ? Object.fromEntries(held) : null
}
