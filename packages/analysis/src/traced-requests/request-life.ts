import { type LoggedRequest, type TracedSchedule, TraceError } from '@steelyard/traces'
import { type SteadyStretch, stretchesOf } from './stretches.ts'

/** A time of a request in which nothing that it shows changes; seconds since the request's start. */
interface LifeSpan {
  fromSeconds: number
  toSeconds: number
  /** Of its guest: a vCPU of it runs; else one is ready to; else one is parked; else it sleeps. */
  state: 'runs' | 'waits' | 'parked' | 'sleeps'
  /** The domains that have a pCPU, in alphabetical order, then null for each idle one. */
  pCpus: (string | null)[]
  /** Requests of the guest in flight, this one included. */
  inFlight: number
}

/** Some 10 MB of text, if a span counts for ten names besides those on its pCPUs. */
const MOST_NAMES = 1_000_000
const NAMES_PER_SPAN = 10

/**
 * The life of one request, from its start to its end, as far as it lies in the part of the trace.
 * @throws TraceError `too-much-traced` when more happened meanwhile than can be shown
 */
export function requestLife(
  schedule: TracedSchedule,
  guest: string,
  requests: readonly LoggedRequest[],
  { startSeconds, endSeconds }: LoggedRequest,
): LifeSpan[] {
  const number = schedule.domains.indexOf(guest)
  const most = Math.floor(MOST_NAMES / (NAMES_PER_SPAN + schedule.pCpus))
  const holders = new Holders(schedule)
  const spans: LifeSpan[] = []
  for (const stretch of stretchesOf(schedule, number, requests)) {
    holders.follow(stretch)
    if (stretch.toSeconds <= startSeconds) continue
    if (stretch.fromSeconds >= endSeconds) break
    const span = {
      fromSeconds: stretch.fromSeconds - startSeconds,
      toSeconds: stretch.toSeconds - startSeconds,
      state: stateOf(stretch, number),
      pCpus: holders.names(),
      inFlight: stretch.inFlight,
    }
    const last = spans.at(-1)
    if (last && isAlike(last, span)) last.toSeconds = span.toSeconds
    else if (spans.push(span) > most) throw tooMuch(most)
  }
  return spans
}

function stateOf({ running, ready, parked }: SteadyStretch, guest: number): LifeSpan['state'] {
  if (running[guest]! > 0) return 'runs'
  if (ready > 0) return 'waits'
  return parked > 0 ? 'parked' : 'sleeps'
}

/** Who has a pCPU: few domains of many do, so only those are looked at. */
class Holders {
  readonly #schedule: TracedSchedule
  /** How many pCPUs a domain has, by the number of those that have any. */
  readonly #running = new Map<number, number>()

  constructor(schedule: TracedSchedule) {
    this.#schedule = schedule
  }

  follow({ changed, running }: SteadyStretch): void {
    for (const domain of changed)
      if (running[domain]! > 0) this.#running.set(domain, running[domain]!)
      else this.#running.delete(domain)
  }

  /** In alphabetical order, then null for each idle pCPU. */
  names(): (string | null)[] {
    const { domains, pCpus } = this.#schedule
    const busy: string[] = []
    for (const [domain, vCpus] of this.#running)
      busy.push(...new Array<string>(vCpus).fill(domains[domain]!))
    const idle = Math.max(0, pCpus - busy.length)
    return [...busy.sort(), ...new Array<null>(idle).fill(null)]
  }
}

function isAlike(a: LifeSpan, b: LifeSpan): boolean {
  return (
    a.state === b.state &&
    a.inFlight === b.inFlight &&
    a.pCpus.length === b.pCpus.length &&
    a.pCpus.every((domain, i) => domain === b.pCpus[i])
  )
}

function tooMuch(most: number): TraceError {
  return new TraceError(
    'too-much-traced',
    `While this request was in flight, more than ${most.toLocaleString('en')} things changed on the host, which is too much to show one by one.`,
    { fix: 'Look at the trace in Perfetto, or pick a shorter request.' },
  )
}
