import type { Trouble } from '@steelyard/contract'
import type { Situation } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import { hasPromisedTime } from '../../hosts/promised-time.ts'
import { MINUTE_MS, secondsOf } from '../../milliseconds.ts'

/** Of the most that a policy looks back on, and some. */
const MINUTES = 300

type Observed = Pick<
  Situation,
  'observedToEpochSeconds' | 'observedFromEpochSeconds' | 'watchProblem'
>

/** What was observed of a host without a gap up to now, and what is wrong with observing it. */
export async function observedOf(tx: Tx, hostId: string): Promise<Observed> {
  const watch = await tx.watch.findUnique({ where: { hostId } })
  const minutes = await tx.watchWindow.findMany({
    where: { hostId, seconds: 60 },
    select: { windowStart: true },
    orderBy: { windowStart: 'desc' },
    take: MINUTES,
  })
  const starts = minutes.map(({ windowStart }) => windowStart.getTime())
  const watchProblem = watch ? await problemOf(tx, watch) : 'It is not watched.'
  const [newest] = starts
  if (newest === undefined) {
    return { observedToEpochSeconds: null, observedFromEpochSeconds: null, watchProblem }
  }
  const gap = starts.findIndex((start, index) => start !== newest - index * MINUTE_MS)
  const oldest = starts[(gap === -1 ? starts.length : gap) - 1]!
  return {
    observedToEpochSeconds: secondsOf(newest + MINUTE_MS),
    observedFromEpochSeconds: secondsOf(oldest),
    watchProblem,
  }
}

/** Of the logs, only those count whose domains have a target: the others decide nothing. */
async function problemOf(
  tx: Tx,
  { hostId, state, problem }: { hostId: string; state: string; problem: unknown },
): Promise<string | null> {
  const { host = null, logs = {} } = (problem ?? {}) as {
    host?: Trouble | null
    logs?: Record<string, Trouble>
  }
  if (state === 'failing') return host?.message ?? 'It cannot be reached.'
  const targeted = await tx.domain.findMany({
    where: { hostId, ...hasPromisedTime, name: { in: Object.keys(logs) } },
    select: { name: true },
  })
  const [first] = targeted
  return first ? `the log of ${first.name} cannot be followed (${logs[first.name]!.message})` : null
}
