import type { Entrant } from './entrant.ts'
import { playHindsight } from './hindsight.ts'
import {
  type Episode,
  type JudgedMinute,
  medianOf,
  missedShares,
  overloadedEpisodes,
  reliefSeconds,
} from './judge.ts'
import { type Judged, judgedMinutes, judgePlayed } from './judged.ts'
import { lie } from './lie.ts'
import { drawLoadPlan, type PlannedTime } from './load-plan.ts'
import { doNothing, playEntrant } from './play-entrant.ts'
import { type LoopCounts, ProductLoop } from './product-loop.ts'
import { sandpiper } from './sandpiper.ts'
import type { HostMaker } from './simulated-host.ts'

export type Contender =
  | 'do nothing'
  | 'SandPiper'
  | 'ours'
  | 'ours, lied to'
  | 'best fixed'
  | 'best per hour'

/** One contender on one host. */
export interface Result extends Judged {
  contender: Contender
  /** Of the loop only. */
  counts: LoopCounts | null
}

const NOTHING_CHANGED = {
  changes: 0,
  changesPerDay: 0,
  oscillations: 0,
  rollBacks: 0,
  bad: 0,
  badLeftStanding: 0,
}

/** Lets everybody look after the same host, one after the other. */
export async function compareOn(
  make: HostMaker,
  { seed, lying, ...time }: PlannedTime & { seed: number; lying: boolean },
): Promise<Result[]> {
  const plan = drawLoadPlan(seed, time)
  const alone = await playEntrant(plan, make(plan), doNothing)
  const minutes = judgedMinutes(alone.minutes)
  const episodes = overloadedEpisodes(minutes, plan.overloads)
  const results: Result[] = [
    { contender: 'do nothing', ...judgePlayed(plan, make, alone, episodes), counts: null },
  ]
  const compete = async (contender: Contender, entrant: Entrant, counts: LoopCounts | null) => {
    const played = await playEntrant(plan, make(plan), entrant)
    results.push({ contender, ...judgePlayed(plan, make, played, episodes), counts })
  }
  await compete('SandPiper', sandpiper(), null)
  const ours = new ProductLoop()
  await compete('ours', ours, ours.counts)
  if (lying) {
    const liedTo = new ProductLoop(lie)
    await compete('ours, lied to', liedTo, liedTo.counts)
  }
  const { bestFixed, bestPerHour } = playHindsight(plan, make, alone.minutes)
  results.push(
    known('best fixed', bestFixed, episodes),
    known('best per hour', bestPerHour, episodes),
  )
  return results
}

/** Whoever knows everything beforehand has its weights in force in time. */
function known(
  contender: Contender,
  minutes: JudgedMinute[],
  episodes: readonly Episode[],
): Result {
  const { ofTime, ofRequests } = missedShares(minutes)
  return {
    contender,
    missedOfTime: ofTime,
    missedOfRequests: ofRequests,
    ...NOTHING_CHANGED,
    reliefSeconds: reliefSeconds(minutes, episodes),
    counts: null,
  }
}

/** The same contender over several hosts that were played for equally long. */
export interface Summary extends Omit<Judged, 'reliefSeconds'> {
  contender: Contender
  episodes: number
  medianReliefSeconds: number | null
}

export function summarise(results: readonly Result[]): Summary[] {
  const contenders = [...new Set(results.map(({ contender }) => contender))]
  return contenders.map((contender) => {
    const own = results.filter((each) => each.contender === contender)
    const sum = (of: (each: Result) => number) => own.reduce((total, each) => total + of(each), 0)
    const relief = own.flatMap((each) => each.reliefSeconds)
    return {
      contender,
      missedOfTime: sum((each) => each.missedOfTime) / own.length,
      missedOfRequests: sum((each) => each.missedOfRequests) / own.length,
      changes: sum((each) => each.changes),
      changesPerDay: sum((each) => each.changesPerDay) / own.length,
      oscillations: sum((each) => each.oscillations),
      rollBacks: sum((each) => each.rollBacks),
      bad: sum((each) => each.bad),
      badLeftStanding: sum((each) => each.badLeftStanding),
      episodes: relief.length,
      medianReliefSeconds: medianOf(relief),
    }
  })
}
