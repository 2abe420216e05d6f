export const CONTENDERS = ['nothing', 'sandpiper', 'ours'] as const
export type Contender = (typeof CONTENDERS)[number]

/** On this host, with all guests busy. */
export interface FittedWork {
  emptySeconds: number
  /** For each round of a request’s computing. */
  roundSeconds: number
}

/** What the clients of a guest measured of the requests that were due in some time. */
export interface Measured {
  requests: number
  unanswered: number
  /** Null where none was answered. */
  meanSeconds: number | null
  p95Seconds: number | null
}

export interface PlayedGuest {
  name: string
  targetSeconds: number | null
  /** Before the load rises, and from then on. */
  calm: Measured
  risen: Measured
  /** Of the risen load; null without a target. What is not answered is over it. */
  overTarget: { requests: number; minutes: number } | null
  /** From the beginning on, minute by minute; null where none was answered. */
  p95SecondsByMinute: (number | null)[]
}

/** Weights that were changed on the host, by whomever; seconds since the load began. */
export interface MadeChange {
  /** When it was asked for, and when it had been read back. */
  askedAtSeconds: number
  doneAtSeconds: number
  kind: 'apply' | 'roll-back'
  weights: Record<string, number>
}

/** One run of one contender. */
export interface RiseRun {
  run: number
  contender: Contender
  seed: number
  scale: number
  /** When it was played. */
  at: string
  fitted: FittedWork
  /** Once the load is over, because the machine may have become slower. Null: not measured. */
  fittedAfter: FittedWork | null
  guests: PlayedGuest[]
  changes: MadeChange[]
  /** What could not be done on the host. */
  failures: string[]
}

/** Of each contender. */
export const WISHED_RUNS = 3

export interface WishedRun {
  run: number
  contender: Contender
}

/**
 * What is to be played next: each contender in turn, and only then the next run.
 *
 * @param only one contender, if the others are not asked for
 * @returns null when all runs stand
 */
export function nextRun(kept: readonly RiseRun[], only: Contender | null): WishedRun | null {
  const stands = ({ run, contender }: WishedRun) =>
    kept.some((each) => each.run === run && each.contender === contender)
  const wished = Array.from({ length: WISHED_RUNS }, (_, index) =>
    CONTENDERS.map((contender) => ({ run: index + 1, contender })),
  ).flat()
  return wished.find((each) => !stands(each) && (only ?? each.contender) === each.contender) ?? null
}
