import type { Entrant } from './entrant.ts'
import { FAMILIES, type Family, type FamilyId } from './families.ts'
import { Hindsight, MOST_GUESTS, scheduled } from './hindsight.ts'
import { type HostKind, hostKinds } from './host-kinds.ts'
import { overloadedEpisodes } from './judge.ts'
import {
  type EntrantScore,
  type Episodes,
  judgedMinutes,
  judgePlayed,
  type Viewpoint,
} from './judged.ts'
import { lieOf } from './lie.ts'
import { drawLoadPlan, type LoadPlan } from './load-plan.ts'
import { type LoopCounts, LoopInMemory } from './loop-in-memory.ts'
import { paperProcedure } from './paper-procedure.ts'
import { doNothing, type LoopCourse, playEntrant } from './play-entrant.ts'
import { AS_PUBLISHED, sandpiper } from './sandpiper.ts'
import type { HostMaker, HostMinute, Weights } from './simulated-host.ts'

export const CONTENDERS = [
  'nothing',
  'sandpiper',
  'sandpiper-guarded',
  'paper',
  'ours',
  'ours-approved',
  'ours-lied-to',
  'best-fixed',
  'best-per-hour',
] as const
export type Contender = (typeof CONTENDERS)[number]

/** One host that everybody looks after. */
interface ComparedHost {
  family: FamilyId
  host: HostKind
  seed: number
  days: number
}

/** One contender on one host. */
export interface Result extends ComparedHost, EntrantScore {
  contender: Contender
  /** What it took to play and to judge it. */
  cpuSeconds: number
  /** The overloads by which the others are judged; of `nothing` only. */
  episodes: Episodes | null
  /** Of the loop only. */
  counts: LoopCounts | null
}

/** Whether a contender is played with a family at all. */
export function takesPart(contender: Contender, { guests }: Family): boolean {
  switch (contender) {
    case 'ours-lied-to':
      // The lie needs a guest that profits from it.
      return guests.some(({ targetSeconds }) => targetSeconds === null)
    case 'best-fixed':
    case 'best-per-hour':
      return guests.length <= MOST_GUESTS
    default:
      return true
  }
}

/** Lets contenders look after the same host, one after the other. */
export class Comparison {
  readonly #asked: ComparedHost
  readonly #plan: LoadPlan
  readonly #make: HostMaker
  #episodes: Episodes | null
  #hindsight: Hindsight | null = null

  /** @param episodes as `nothing` left them in an earlier run; null when it was not played yet */
  constructor(asked: ComparedHost, episodes: Episodes | null) {
    const family = FAMILIES[asked.family]
    const kind = hostKinds[asked.host]
    const overloadsPerDay = kind.overloadsPerDay(family)
    this.#asked = asked
    this.#plan = drawLoadPlan(family, asked.seed, { days: asked.days, overloadsPerDay })
    this.#make = kind.make
    this.#episodes = episodes
  }

  async play(contender: Contender): Promise<Result> {
    const before = process.cpuUsage()
    const { played, counts } = await this.#playedBy(contender)
    if (contender === 'nothing') this.#episodes = this.#episodesOf(played.minutes)
    this.#episodes ??= this.#episodesOf((await this.#tendedBy(doNothing)).minutes)
    const judged = judgePlayed(this.#plan, this.#make, played, this.#episodes)
    const { user, system } = process.cpuUsage(before)
    return {
      ...this.#asked,
      contender,
      cpuSeconds: Math.round((user + system) / 1e5) / 10,
      ...judged,
      episodes: contender === 'nothing' ? this.#episodes : null,
      counts,
    }
  }

  async #playedBy(
    contender: Contender,
  ): Promise<{ played: LoopCourse; counts: LoopCounts | null }> {
    const { family } = this.#plan
    const tended = async (entrant: Entrant, counts: LoopCounts | null = null) => ({
      played: await this.#tendedBy(entrant),
      counts,
    })
    switch (contender) {
      case 'nothing':
        return tended(doNothing)
      case 'sandpiper':
        return tended(sandpiper(family, AS_PUBLISHED))
      case 'sandpiper-guarded':
        return tended(sandpiper(family, TUNED))
      case 'paper':
        return tended(paperProcedure(family))
      case 'ours': {
        const ours = new LoopInMemory(family)
        return tended(ours, ours.counts)
      }
      case 'ours-approved': {
        const approved = new LoopInMemory(family, { knowsKinds: true })
        return tended(approved, approved.counts)
      }
      case 'ours-lied-to': {
        const liedTo = new LoopInMemory(family, { lie: lieOf(family) })
        return tended(liedTo, liedTo.counts)
      }
      case 'best-fixed': {
        const best = this.#knownAfterwards().bestFixed()
        const hours = Math.ceil(24 * this.#plan.days)
        return { played: await this.#scheduledBy(Array<Weights>(hours).fill(best)), counts: null }
      }
      case 'best-per-hour': {
        const weights = this.#knownAfterwards().bestPerHour()
        return { played: await this.#scheduledBy(weights), counts: null }
      }
    }
  }

  #tendedBy(entrant: Entrant): Promise<LoopCourse> {
    return playEntrant(this.#plan, this.#make(this.#plan), entrant)
  }

  /** Whoever knows everything beforehand has its weights in force in time. */
  #scheduledBy(weightsByHour: readonly Weights[]): Promise<LoopCourse> {
    const host = this.#make(this.#plan, { fromSeconds: 0, weights: weightsByHour[0]! })
    return playEntrant(this.#plan, host, scheduled(weightsByHour))
  }

  #knownAfterwards(): Hindsight {
    this.#hindsight ??= new Hindsight(this.#plan, this.#make)
    return this.#hindsight
  }

  #episodesOf(leftAlone: readonly HostMinute[]): Episodes {
    const { family, overloads } = this.#plan
    const from = (viewpoint: Viewpoint) =>
      overloadedEpisodes(judgedMinutes(family, leftAlone, viewpoint), overloads)
    return { clients: from('clients'), log: from('log') }
  }
}

/**
 * Of 2 of 3 and 3 of 5 minutes, and of pauses of 3 to 40 minutes, what missed the least time and the
 * fewest requests on seeds 1 to 3 of all families but `short`. Longer pauses make fewer changes.
 */
const TUNED = { k: 2, n: 3, pauseMinutes: 3, guardsDomain0: true }
