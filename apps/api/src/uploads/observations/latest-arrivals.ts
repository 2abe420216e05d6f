import { type DomainArrivals, REPLAY_LIMITS, type TimeSpan } from '@steelyard/analysis'
import {
  isLeftOut,
  type RequestReceiver,
  type RequestSink,
  type Subject,
  type TimeResolution,
} from '@steelyard/traces'

export type ArrivalSide = 'requests' | 'clientRequests'

/** When the requests of one domain started, as its server or its clients logged them. */
export interface ArrivalTimes {
  domain: string
  side: ArrivalSide
  /** The coarsest of its logs. */
  resolution: TimeResolution
  epochSeconds: ArrayLike<number>
}

export interface KeptArrivals {
  /** Every request from here on is among them. */
  fromEpochSeconds: number
  times: readonly ArrivalTimes[]
}

/** From the finest to the coarsest. */
export const COARSENESS: readonly TimeResolution[] = ['microsecond', 'millisecond', 'second']

/** More than are kept in the end, so that forgetting costs next to nothing for each request. */
const HELD_PER_KEPT = 2
/** While logs are read, one of so many shows well enough which are the latest: to be sure, a few more. */
const SAMPLE_OF = 16
const MARGIN = 1.25

/** Discards the requests of domains that are left out. */
const NOBODY: RequestReceiver = { add: () => {}, close: () => {} }

interface Track extends Omit<ArrivalTimes, 'epochSeconds'> {
  starts: Starts
}

/** A list that is filled and thinned again and again: one of JavaScript's would leave much garbage. */
class Starts {
  length = 0
  #numbers = new Float64Array(1024)

  push(start: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Float64Array(2 * this.length)
      longer.set(this.#numbers)
      this.#numbers = longer
    }
    this.#numbers[this.length++] = start
  }

  at(index: number): number {
    return this.#numbers[index]!
  }

  dropBefore(fromEpochSeconds: number): void {
    const numbers = this.#numbers
    let left = 0
    for (let i = 0; i < this.length; i++) {
      if (numbers[i]! >= fromEpochSeconds) numbers[left++] = numbers[i]!
    }
    this.length = left
  }

  toArray(): Float64Array {
    return this.#numbers.slice(0, this.length)
  }
}

/**
 * Keeps when the requests of logs started: those of a given time, or the latest ones. The windows hold
 * only sums, and which requests the twin replays is known only afterwards: the latest, as a rule.
 */
export class ArrivalKeeper implements RequestSink {
  readonly #tracks = new Map<string, Track>()
  readonly #mostHeld: number
  readonly #toEpochSeconds: number
  #fromEpochSeconds: number
  #latest = Number.NEGATIVE_INFINITY
  #held = 0

  private constructor({ fromEpochSeconds, toEpochSeconds }: TimeSpan, mostHeld: number) {
    this.#fromEpochSeconds = fromEpochSeconds
    this.#toEpochSeconds = toEpochSeconds
    this.#mostHeld = mostHeld
  }

  static ofStretch(stretch: TimeSpan): ArrivalKeeper {
    return new ArrivalKeeper(stretch, Number.POSITIVE_INFINITY)
  }

  /** Of the latest requests, as many as the twin can replay. */
  static ofLatest(): ArrivalKeeper {
    const everything = {
      fromEpochSeconds: Number.NEGATIVE_INFINITY,
      toEpochSeconds: Number.POSITIVE_INFINITY,
    }
    return new ArrivalKeeper(everything, HELD_PER_KEPT * REPLAY_LIMITS.maxRequests)
  }

  openRequests(subject: Subject, side: ArrivalSide, resolution: TimeResolution): RequestReceiver {
    if (isLeftOut(subject)) return NOBODY
    const { starts } = this.#trackOf(subject, side, resolution)
    return {
      add: (start) => {
        if (start < this.#fromEpochSeconds || start >= this.#toEpochSeconds) return
        starts.push(start)
        if (start > this.#latest) this.#latest = start
        if (++this.#held > this.#mostHeld)
          this.#forgetAllBut(MARGIN * REPLAY_LIMITS.maxRequests, SAMPLE_OF)
      },
      close: () => {},
    }
  }

  /** All that is kept; null where nothing was logged. Nothing may be added afterwards. */
  finish(): KeptArrivals | null {
    if (Number.isFinite(this.#mostHeld)) this.#forgetAllBut(REPLAY_LIMITS.maxRequests, 1)
    const fromEpochSeconds = this.#fromEpochSeconds
    return Number.isFinite(fromEpochSeconds)
      ? {
          fromEpochSeconds,
          times: [...this.#tracks.values()].map(({ starts, ...of }) => ({
            ...of,
            epochSeconds: starts.toArray(),
          })),
        }
      : null
  }

  /** Adds what another one kept of the latest requests. */
  add({ fromEpochSeconds, times }: KeptArrivals): void {
    for (const { domain, side, resolution, epochSeconds } of times) {
      const receiver = this.openRequests(domain, side, resolution)
      for (let i = 0; i < epochSeconds.length; i++) receiver.add(epochSeconds[i]!, 0, false, 0)
      receiver.close()
    }
    this.#dropBefore(fromEpochSeconds)
  }

  #trackOf(domain: string, side: ArrivalSide, resolution: TimeResolution): Track {
    const key = `${side} ${domain}`
    const known = this.#tracks.get(key)
    const track = known ?? { domain, side, resolution, starts: new Starts() }
    if (COARSENESS.indexOf(resolution) > COARSENESS.indexOf(track.resolution)) {
      track.resolution = resolution
    }
    this.#tracks.set(key, track)
    return track
  }

  /** @param step of so many requests one is looked at */
  #forgetAllBut(most: number, step: number): void {
    this.#dropBefore(this.#latest - REPLAY_LIMITS.maxSeconds)
    if (this.#held <= most) return
    const seen: number[] = []
    for (const { starts } of this.#tracks.values()) {
      for (let i = 0; i < starts.length; i += step) seen.push(starts.at(i))
    }
    const inOrder = Float64Array.from(seen).sort()
    this.#dropBefore(inOrder.at(-Math.ceil(most / step)) ?? Number.NEGATIVE_INFINITY)
  }

  #dropBefore(fromEpochSeconds: number): void {
    this.#fromEpochSeconds = Math.max(this.#fromEpochSeconds, fromEpochSeconds)
    this.#held = 0
    for (const { starts } of this.#tracks.values()) {
      starts.dropBefore(this.#fromEpochSeconds)
      this.#held += starts.length
    }
  }
}

/**
 * The requests of a time range by domain: from its server's log or, without one, from its clients.
 * Null where some may not have been kept.
 */
export function arrivalsWithin(kept: KeptArrivals, stretch: TimeSpan): DomainArrivals[] | null {
  const { fromEpochSeconds, toEpochSeconds } = stretch
  if (fromEpochSeconds < kept.fromEpochSeconds) return null
  const bySide = (wanted: ArrivalSide) =>
    kept.times
      .filter(({ side }) => side === wanted)
      .map((each): [string, ArrivalTimes] => [each.domain, each])
  const domains = new Map([...bySide('clientRequests'), ...bySide('requests')])
  return [...domains.values()]
    .map(({ domain, resolution, epochSeconds }) => ({
      domain,
      startEpochSeconds: fromEpochSeconds,
      offsetsSeconds: Float64Array.from(epochSeconds)
        .filter((at) => at >= fromEpochSeconds && at < toEpochSeconds)
        .map((at) => at - fromEpochSeconds)
        .sort(),
      resolution,
    }))
    .filter(({ offsetsSeconds }) => offsetsSeconds.length > 0)
    .sort((a, b) => (a.domain < b.domain ? -1 : 1))
}
