/** What a detector says: something is wrong from then on, until it takes it back. */
export interface Alarm {
  fromSeconds: number
  /** Null when it was never taken back. */
  toSeconds: number | null
}

/** A stretch in which a target is missed, as known from how the load was made or measured. */
export interface Episode {
  beginSeconds: number
  endSeconds: number
}

export interface Judged {
  /** Per episode that was found: seconds from its beginning to the first alarm in it. */
  delaysSeconds: number[]
  missed: number
  /** Alarms that touch no episode. */
  falseAlarms: number
  /** Alarms within an episode after the first one: the one before was taken back too early. */
  reopened: number
  /** Time under alarm without an episode. */
  needlessSeconds: number
}

/**
 * Compares alarms with episodes. An episode is found when an alarm holds at some time in it; one
 * that held before counts from the beginning. For `settleSeconds` after an episode an alarm is
 * neither right nor wrong, because its backlog is still being served.
 * @param episodes in order, further apart than `settleSeconds`
 */
export function judgeAlarms(
  alarms: readonly Alarm[],
  episodes: readonly Episode[],
  { untilSeconds, settleSeconds }: { untilSeconds: number; settleSeconds: number },
): Judged {
  const spans = alarms.map(({ fromSeconds, toSeconds }) => ({
    from: fromSeconds,
    to: toSeconds ?? untilSeconds,
  }))
  const judged: Judged = {
    delaysSeconds: [],
    missed: 0,
    falseAlarms: 0,
    reopened: 0,
    needlessSeconds: 0,
  }
  for (const { beginSeconds, endSeconds } of episodes) {
    const inside = spans.filter(({ from, to }) => from < endSeconds && to > beginSeconds)
    if (inside.length === 0) judged.missed++
    else {
      judged.delaysSeconds.push(Math.max(0, inside[0]!.from - beginSeconds))
      judged.reopened += inside.length - 1
    }
  }
  for (const { from, to } of spans) {
    const excused = episodes.map(({ beginSeconds, endSeconds }) =>
      Math.max(0, Math.min(to, endSeconds + settleSeconds) - Math.max(from, beginSeconds)),
    )
    const needed = excused.reduce((sum, seconds) => sum + seconds, 0)
    if (needed === 0) judged.falseAlarms++
    judged.needlessSeconds += to - from - needed
  }
  return judged
}
