/** What the exit code of every command means. The guide has the same list; a test compares them. */
export const EXIT = {
  done: 0,
  wrongUse: 1,
  refused: 2,
  targetMissed: 3,
  notEnoughEvidence: 4,
  unreachable: 5,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const MEANINGS: Record<ExitCode, string> = {
  0: 'done; of analyse: every target is met, or there is none',
  1: 'wrong use, or a fault on this machine; nothing was asked of Steelyard, or you said no',
  2: 'Steelyard refused it, or it failed there',
  3: 'a target is missed, surely or probably',
  4: 'not enough evidence for a verdict',
  5: 'Steelyard could not be reached',
}
