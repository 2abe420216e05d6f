import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { Entrant } from './entrant.ts'
import { judgedMinutes, knowsClients } from './judged.ts'
import type { LoadPlan } from './load-plan.ts'
import type { HostMaker, HostMinute, Weights } from './simulated-host.ts'

/** Coarse to fine: weights are multiplied and divided by each of these in turn. */
const FACTORS = [4, 2, 1.4, 1.15] as const
const MOST_SWEEPS = 3
/** Sums of the guests' weights to begin with, beside 256 of Domain-0. */
const SUMS = [768, 2560, 5120, 20_480] as const
/** What those who can pay have of it at the beginning, together. */
const PAYERS_SHARE = 0.03
const MOST_WEIGHT = 65_535
/** A search over more guests takes too long. */
export const MOST_GUESTS = 4

/**
 * Weights chosen afterwards, for all the time or anew for each hour: those with the fewest requests
 * in missed minutes, at the clients where they are known. Each hour is tried by itself, from the
 * minutes before it on. The search goes downhill in each guest's weight and in all together, so it
 * need not find the best there are.
 */
export class Hindsight {
  readonly #plan: LoadPlan
  readonly #make: HostMaker
  /** Missed requests by hour and weights. */
  readonly #missed = new Map<string, number>()
  #fixed: Weights | null = null

  constructor(plan: LoadPlan, make: HostMaker) {
    this.#plan = plan
    this.#make = make
  }

  bestFixed(): Weights {
    this.#fixed ??= this.#search(this.#beginnings(), this.#troubledHours())
    return this.#fixed
  }

  /** In an hour that keeps every target without a change, those that are best for all the time. */
  bestPerHour(): Weights[] {
    const fixed = this.bestFixed()
    const troubled = new Set(this.#troubledHours())
    return this.#hours().map((hour) =>
      troubled.has(hour) ? this.#search([fixed, ...this.#beginnings()], [hour]) : fixed,
    )
  }

  #hours(): number[] {
    return Array.from({ length: (this.#plan.days * DAY_SECONDS) / HOUR_SECONDS }, (_, hour) => hour)
  }

  /** In which a host that is left alone misses a target; the worst first. */
  #troubledHours(): number[] {
    const { bootWeights } = this.#plan.family
    return this.#hours()
      .filter((hour) => this.#missedIn(hour, bootWeights) > 0)
      .sort((a, b) => this.#missedIn(b, bootWeights) - this.#missedIn(a, bootWeights))
  }

  #beginnings(): Weights[] {
    const { guests, bootWeights } = this.#plan.family
    const payers = guests.filter(({ targetSeconds }) => targetSeconds === null).length
    const payersShare = payers === 0 ? 0 : PAYERS_SHARE
    const scaled = SUMS.map((sum) =>
      Object.fromEntries(
        guests.map(({ name, targetSeconds }) => {
          const share =
            targetSeconds === null
              ? payersShare / payers
              : (1 - payersShare) / (guests.length - payers)
          return [name, Math.round(sum * share)]
        }),
      ),
    )
    return [bootWeights, ...scaled.map((weights) => ({ ...bootWeights, ...weights }))]
  }

  #search(beginnings: readonly Weights[], hours: readonly number[]): Weights {
    const names = this.#plan.family.guests.map(({ name }) => name)
    let best = beginnings[0]!
    let least = Number.POSITIVE_INFINITY
    const isBetter = (weights: Weights) => {
      const missed = this.#missedOver(hours, weights, least)
      if (missed >= least) return false
      ;[best, least] = [weights, missed]
      return true
    }
    for (const weights of beginnings) isBetter(weights)
    for (const factor of FACTORS) {
      for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        const moved = [...names.map((name) => [name]), names].map((some) =>
          [factor, 1 / factor].some((by) => isBetter(times(best, some, by))),
        )
        if (!moved.includes(true)) break
      }
    }
    return best
  }

  /** Stops adding as soon as it is no better than what is known. */
  #missedOver(hours: readonly number[], weights: Weights, least: number): number {
    let missed = 0
    for (const hour of hours) {
      missed += this.#missedIn(hour, weights)
      if (missed >= least) break
    }
    return missed
  }

  #missedIn(hour: number, weights: Weights): number {
    const key = `${hour} ${Object.values(weights).join(' ')}`
    let missed = this.#missed.get(key)
    if (missed === undefined) {
      missed = missedRequests(this.#plan, this.#playHour(hour, weights))
      this.#missed.set(key, missed)
    }
    return missed
  }

  #playHour(hour: number, weights: Weights): HostMinute[] {
    const host = this.#make(this.#plan, { fromSeconds: hour * HOUR_SECONDS, weights })
    return Array.from({ length: HOUR_SECONDS / MINUTE_SECONDS }, () => {
      const minute = host.play()
      // A reboot is nobody's fault, and with hindsight one knows of it.
      if (host.weights !== weights) host.setWeights(weights)
      return minute
    })
  }
}

function times(weights: Weights, names: readonly string[], factor: number): Weights {
  const changed = names.map((name) => [
    name,
    Math.min(MOST_WEIGHT, Math.max(1, Math.round(weights[name]! * factor))),
  ])
  return { ...weights, ...Object.fromEntries(changed) }
}

function missedRequests({ family }: LoadPlan, minutes: readonly HostMinute[]): number {
  return judgedMinutes(family, minutes, knowsClients(minutes) ? 'clients' : 'log')
    .flatMap(({ domains }) => domains)
    .filter(({ seconds, targetSeconds }) => seconds >= targetSeconds)
    .reduce((sum, { requests }) => sum + requests, 0)
}

/** Has these weights in force in each hour from its beginning on, and calls it no change. */
export function scheduled(weightsByHour: readonly Weights[]): Entrant {
  return {
    async see({ nowSeconds }, host) {
      const weights = weightsByHour[Math.floor(nowSeconds / HOUR_SECONDS)]
      if (weights && host.weights !== weights) host.setWeights(weights)
      return []
    },
  }
}
