import type { LoggedRequest, TracedSchedule } from '@steelyard/traces'
import { type Stretch, stretchesOf } from './stretches.ts'

/** A time of a request in which nothing that it shows changes; seconds since the request's start. */
export interface LifeSpan {
  fromSeconds: number
  toSeconds: number
  /** Of its guest: a vCPU of it runs; else one is ready to; else one is parked; else it sleeps. */
  state: 'runs' | 'waits' | 'parked' | 'sleeps'
  /** The domains that have a pCPU, in alphabetical order, then null for each idle one. */
  pCpus: (string | null)[]
  /** Requests of the guest in flight, this one included. */
  inFlight: number
}

/** The life of one request, from its start to its end, as far as it lies in the part of the trace. */
export function requestLife(
  schedule: TracedSchedule,
  guest: string,
  requests: readonly LoggedRequest[],
  { startSeconds, endSeconds }: LoggedRequest,
): LifeSpan[] {
  const number = schedule.domains.indexOf(guest)
  const spans: LifeSpan[] = []
  for (const stretch of stretchesOf(schedule, number, requests)) {
    if (stretch.toSeconds <= startSeconds) continue
    if (stretch.fromSeconds >= endSeconds) break
    const span = {
      fromSeconds: stretch.fromSeconds - startSeconds,
      toSeconds: stretch.toSeconds - startSeconds,
      state: stateOf(stretch, number),
      pCpus: pCpusOf(schedule, stretch),
      inFlight: stretch.inFlight,
    }
    const last = spans.at(-1)
    if (last && isAlike(last, span)) last.toSeconds = span.toSeconds
    else spans.push(span)
  }
  return spans
}

function stateOf({ running, ready, parked }: Stretch, guest: number): LifeSpan['state'] {
  if (running[guest]! > 0) return 'runs'
  if (ready > 0) return 'waits'
  return parked > 0 ? 'parked' : 'sleeps'
}

function pCpusOf({ domains, pCpus }: TracedSchedule, { running }: Stretch): (string | null)[] {
  const busy = domains.flatMap((name, i) => new Array<string>(running[i]!).fill(name)).sort()
  const idle = Math.max(0, pCpus - busy.length)
  return [...busy, ...new Array<null>(idle).fill(null)]
}

function isAlike(a: LifeSpan, b: LifeSpan): boolean {
  return (
    a.state === b.state &&
    a.inFlight === b.inFlight &&
    a.pCpus.length === b.pCpus.length &&
    a.pCpus.every((domain, i) => domain === b.pCpus[i])
  )
}
