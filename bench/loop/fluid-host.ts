import { DOMAIN_0 } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { percentile95Of } from '../lib/percentile-95.ts'
import { arrivalsOf, demandsOf } from './arrivals.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, STEP_SECONDS } from './clock.ts'
import { FluidCpu } from './fluid-cpu.ts'
import { isWithin } from './host-events.ts'
import { isThere, type LoadPlan } from './load-plan.ts'
import { type Activity, observe } from './observe-requests.ts'
import {
  type Beginning,
  booted,
  type DomainMinute,
  type HostMinute,
  type SimulatedHost,
  type Weights,
} from './simulated-host.ts'

/** A host that does not begin with its plan has been as it is for so long. */
const WARMUP_SECONDS = 600
/** Clients wait no longer, and the judge neither. */
const PATIENCE_SECONDS = 600
/** What is kept for observations. */
const KEPT_SECONDS = 2 * HOUR_SECONDS
/** Work of Domain-0 once a second, as xentop makes it. */
const BACKGROUND_SECONDS = 0.01

/** Requests that arrived in one minute, by guest, as far as they were answered. */
interface Arrived {
  minute: HostMinute
  domains: { truth: DomainMinute; clientSeconds: number[]; loggedSeconds: number[] }[]
}

/** What was answered in one minute. */
interface Answered {
  startSeconds: number
  /** By guest: what the log has of each request. */
  logs: { atSeconds: number[]; seconds: number[] }[]
  /** By step: CPU seconds of each guest, and of Domain-0 last. */
  used: Float64Array[]
}

/**
 * A host that shares no code with the product's model and simulation: each request is served by
 * weighted processor sharing, after Domain-0 has handled it (`FluidCpu`). Requests and their demands
 * are the same whatever the weights are.
 */
export class FluidHost implements SimulatedHost {
  readonly #plan: LoadPlan
  readonly #cpu: FluidCpu
  #now: number
  #weights: Weights
  #arrived: Arrived[] = []
  #answered: Answered[] = []

  constructor(plan: LoadPlan, { fromSeconds, weights }: Beginning = booted(plan)) {
    const { guests, pCpus } = plan.family
    this.#plan = plan
    this.#now = Math.max(0, fromSeconds - WARMUP_SECONDS)
    this.#weights = weights
    this.#cpu = new FluidCpu(
      {
        pCpus,
        mostPCpus: guests.map(({ capPercent = 100 }) => capPercent / 100),
        domain0Seconds: guests.map((each) => each.domain0CpuSecondsPerRequest),
        onAnswer: (...answer) => this.#note(...answer),
      },
      this.#now,
      this.#ofAll(weights),
    )
    while (this.#now < fromSeconds) this.#playMinute()
  }

  get weights(): Weights {
    return this.#weights
  }

  setWeights(weights: Weights): void {
    this.#weights = weights
    this.#cpu.setWeights(this.#ofAll(weights))
  }

  play(): HostMinute {
    const { family, reboots } = this.#plan
    if (isWithin(reboots, this.#now)) this.setWeights(family.bootWeights)
    return this.#playMinute()
  }

  observed(fromSeconds: number, toSeconds: number): Observation[] {
    const kept = this.#answered.filter(
      ({ startSeconds: at }) => at >= fromSeconds && at < toSeconds,
    )
    const from = kept[0]?.startSeconds
    if (from === undefined) return []
    const to = kept.at(-1)!.startSeconds + MINUTE_SECONDS
    const { guests, pCpus } = this.#plan.family
    const activities = guests.flatMap(({ name }, guest): Activity[] => {
      if (!isThere(this.#plan, name, from) && !isThere(this.#plan, name, to - 1)) return []
      const requests = kept
        .flatMap(({ logs }) =>
          logs[guest]!.atSeconds.map((at, index) => ({
            at,
            seconds: logs[guest]!.seconds[index]!,
          })),
        )
        .filter(({ at }) => at >= from)
        .sort((a, b) => a.at - b.at)
      return [
        {
          domain: name,
          arrivalsSeconds: requests.map(({ at }) => at),
          durationsSeconds: requests.map(({ seconds }) => seconds),
          cpuSeconds: kept.flatMap(({ used }) => used.map((each) => each[guest]!)),
        },
      ]
    })
    const domain0 = {
      domain: DOMAIN_0,
      arrivalsSeconds: [],
      durationsSeconds: [],
      cpuSeconds: kept.flatMap(({ used }) => used.map((each) => each[guests.length]!)),
    }
    return observe([...activities, domain0], from, to, pCpus)
  }

  #ofAll(weights: Weights): number[] {
    return [...this.#plan.family.guests.map(({ name }) => weights[name]!), weights[DOMAIN_0]!]
  }

  #playMinute(): HostMinute {
    const from = this.#now
    const { guests } = this.#plan.family
    const domains = guests.map(({ name }) => ({
      truth: nothingSeenOf(name),
      clientSeconds: [],
      loggedSeconds: [],
    }))
    const minute: HostMinute = {
      startSeconds: from,
      domains: domains.flatMap(({ truth }) =>
        isThere(this.#plan, truth.domain, from) ? [truth] : [],
      ),
      domain0CpuSeconds: 0,
    }
    const answered: Answered = {
      startSeconds: from,
      logs: guests.map(() => ({ atSeconds: [], seconds: [] })),
      used: [],
    }
    this.#arrived.push({ minute, domains })
    this.#answered.push(answered)
    for (let step = 0; step < MINUTE_SECONDS / STEP_SECONDS; step++) {
      this.#playStep(from / STEP_SECONDS + step)
      answered.used.push(this.#cpu.takeUsed())
    }
    this.#now = from + MINUTE_SECONDS
    for (const [guest, { truth }] of domains.entries()) {
      truth.valueSeconds = percentile95Of(answered.logs[guest]!.seconds)
      truth.cpuSeconds = answered.used.reduce((sum, each) => sum + each[guest]!, 0)
    }
    minute.domain0CpuSeconds = answered.used.reduce((sum, each) => sum + each[guests.length]!, 0)
    this.#settle()
    return minute
  }

  /** Ten seconds, whose requests come in order of arrival from all guests. */
  #playStep(step: number): void {
    const { guests } = this.#plan.family
    const from = step * STEP_SECONDS
    const domains = this.#arrived.at(-1)!.domains
    const streams = guests.map(({ name }, guest) => {
      const arrivals = arrivalsOf(this.#plan, name, from, from + STEP_SECONDS)
      domains[guest]!.truth.requests += arrivals.length
      return { arrivals, demands: demandsOf(this.#plan, name, step, arrivals.length), next: 0 }
    })
    let background = from
    for (;;) {
      let [guest, at] = [-1, Number.POSITIVE_INFINITY]
      for (let each = 0; each < streams.length; each++) {
        const { arrivals, next } = streams[each]!
        if (next < arrivals.length && arrivals[next]! < at) [guest, at] = [each, arrivals[next]!]
      }
      if (background < Math.min(at, from + STEP_SECONDS)) {
        this.#cpu.playTo(background++)
        this.#cpu.addBackground(BACKGROUND_SECONDS)
        continue
      }
      if (guest < 0) break
      this.#cpu.playTo(at)
      this.#cpu.arrive(guest, streams[guest]!.demands[streams[guest]!.next++]!)
    }
    this.#cpu.playTo(from + STEP_SECONDS)
  }

  #note(guest: number, arrivedSeconds: number, enteredSeconds: number, now: number): void {
    const log = this.#answered.at(-1)!.logs[guest]!
    log.atSeconds.push(enteredSeconds)
    log.seconds.push(now - enteredSeconds)
    const ago = this.#arrived.findLast(({ minute }) => minute.startSeconds <= arrivedSeconds)
      ?.domains[guest]
    ago?.clientSeconds.push(now - arrivedSeconds)
    ago?.loggedSeconds.push(now - enteredSeconds)
  }

  /** Tells the judge what is known by now, and forgets minutes of which nothing more will come. */
  #settle(): void {
    this.#arrived = this.#arrived.filter(({ minute, domains }) => {
      const isOver = this.#now > minute.startSeconds + MINUTE_SECONDS + PATIENCE_SECONDS
      const late = domains.map(({ truth, clientSeconds }) => truth.requests - clientSeconds.length)
      for (const [guest, { truth, clientSeconds, loggedSeconds }] of domains.entries()) {
        if (isOver) clientSeconds.push(...Array<number>(late[guest]!).fill(PATIENCE_SECONDS))
        truth.trueSeconds = percentile95Of(loggedSeconds)
        truth.clientSeconds = percentile95Of(clientSeconds)
        truth.meanClientSeconds =
          clientSeconds.length === 0
            ? null
            : clientSeconds.reduce((sum, each) => sum + each, 0) / clientSeconds.length
      }
      return !isOver && late.some((each) => each > 0)
    })
    const oldest = this.#now - KEPT_SECONDS
    if (this.#answered[0]!.startSeconds < oldest - HOUR_SECONDS)
      this.#answered = this.#answered.filter(({ startSeconds }) => startSeconds >= oldest)
  }
}

function nothingSeenOf(domain: string): DomainMinute {
  return {
    domain,
    requests: 0,
    valueSeconds: null,
    cpuSeconds: 0,
    trueSeconds: null,
    clientSeconds: null,
    meanClientSeconds: null,
  }
}
