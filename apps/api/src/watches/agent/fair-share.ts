/** What an agent knows of all agents that are alive. */
export interface Census {
  /** Of all hosts that are watched. */
  watches: number
  /** Agents that are alive, this one included. */
  agents: number
  /** Watches that this agent holds. */
  held: number
}

export interface Balance {
  /** How many free watches this agent may take. */
  take: number
  /** How many of its own it has to let go of. */
  letGo: number
}

/**
 * No agent holds more than its share, rounded up, so shares differ by as little as they can without
 * any agent knowing of the others' watches.
 * @param most watches that change hands at once: a crowd of connections that are opened at the same
 *   moment helps nobody
 */
export function fairShare({ watches, agents, held }: Census, most: number): Balance {
  const share = Math.ceil(watches / agents)
  const tooFew = share - held
  return { take: clamp(tooFew, most), letGo: clamp(-tooFew, most) }
}

const clamp = (count: number, most: number) => Math.max(0, Math.min(count, most))
