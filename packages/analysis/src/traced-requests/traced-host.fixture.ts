import { parkMiller } from '@steelyard/model'
import { type LoggedRequest, ScheduleRecorder, type TracedSchedule } from '@steelyard/traces'

const TICK_SECONDS = 0.0002
const SLICE_TICKS = 150

/** Guests of one vCPU each that share a pCPU in turns of 30 ms, as under credit. */
export interface PlayedHost {
  seconds: number
  guests: { name: string; perSecond: number; cpuSeconds: number }[]
  /** A guest that also computes whenever it can within these times. */
  hog: { name: string; from: number; to: number } | null
  seed: number
}

/** What really happened to a request: it is written down tick by tick as it happens. */
export interface TrueTimes extends LoggedRequest {
  runs: number
  queues: number
  waits: Map<string, number>
}

interface Guest {
  name: string
  inFlight: (TrueTimes & { left: number })[]
  done: TrueTimes[]
}

/** Plays such a host tick by tick, with requests that share their guest's CPU time equally. */
export function playHost({ seconds, guests, hog, seed }: PlayedHost): {
  schedule: TracedSchedule
  requests: Map<string, TrueTimes[]>
} {
  const random = parkMiller(seed, 48271)
  const recorder = new ScheduleRecorder({ fromSeconds: 0, toSeconds: seconds })
  const names = new Set([...guests, ...(hog ? [hog] : [])].map(({ name }) => name))
  const all: Guest[] = [...names].map((name) => ({ name, inFlight: [], done: [] }))
  const spans = new Spans(recorder)
  let [turn, left] = [0, 0]
  for (let tick = 0; tick * TICK_SECONDS < seconds; tick++) {
    const now = tick * TICK_SECONDS
    for (const [i, { perSecond, cpuSeconds }] of guests.entries()) {
      if (random() >= perSecond * TICK_SECONDS) continue
      const times = { startSeconds: now, endSeconds: 0, runs: 0, queues: 0, waits: new Map() }
      all[i]!.inFlight.push({ ...times, left: cpuSeconds * (0.5 + random()) })
    }
    const isHog = (guest: Guest) => guest.name === hog?.name && now >= hog.from && now < hog.to
    const isAwake = (guest: Guest) => guest.inFlight.length > 0 || isHog(guest)
    if (left <= 0 || !isAwake(all[turn]!)) {
      const next = all.findIndex((_, i) => isAwake(all[(turn + 1 + i) % all.length]!))
      turn = next < 0 ? turn : (turn + 1 + next) % all.length
      left = SLICE_TICKS
    }
    const runner = isAwake(all[turn]!) ? all[turn]! : null
    left--
    for (const guest of all) {
      spans.at(now, guest.name, guest === runner ? 'running' : isAwake(guest) ? 'runnable' : null)
      if (guest === runner) serve(guest, now + TICK_SECONDS)
      else for (const each of guest.inFlight) addTo(each.waits, runner!.name)
    }
  }
  spans.end(seconds)
  return {
    schedule: recorder.finish({ toSeconds: seconds, gaps: [] }),
    requests: new Map(all.map(({ name, done }) => [name, done.sort(byStart)])),
  }
}

const byStart = (a: LoggedRequest, b: LoggedRequest) => a.startSeconds - b.startSeconds

function serve(guest: Guest, until: number): void {
  const share = TICK_SECONDS / guest.inFlight.length
  for (const each of guest.inFlight) {
    each.runs += share
    each.queues += TICK_SECONDS - share
    each.left -= share
    each.endSeconds = until
  }
  guest.done.push(...guest.inFlight.filter(({ left }) => left <= 0))
  guest.inFlight = guest.inFlight.filter(({ left }) => left > 0)
}

function addTo(waits: Map<string, number>, holder: string): void {
  waits.set(holder, (waits.get(holder) ?? 0) + TICK_SECONDS)
}

class Spans {
  readonly #open = new Map<string, { state: 'running' | 'runnable' | null; since: number }>()
  readonly #recorder: ScheduleRecorder

  constructor(recorder: ScheduleRecorder) {
    this.#recorder = recorder
  }

  at(now: number, domain: string, state: 'running' | 'runnable' | null): void {
    const open = this.#open.get(domain)
    if (open?.state === state) return
    if (open?.state) this.#write(domain, open.state, open.since, now)
    this.#open.set(domain, { state, since: now })
  }

  end(now: number): void {
    for (const domain of this.#open.keys()) this.at(now, domain, null)
  }

  #write(domain: string, state: 'running' | 'runnable', from: number, to: number): void {
    const pCpu = state === 'running' ? 0 : null
    this.#recorder.add({ domain, vCpu: 0, state, pCpu, fromSeconds: from, toSeconds: to })
  }
}
