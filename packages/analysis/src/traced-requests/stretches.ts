import { type LoggedRequest, STATES, type TracedSchedule } from '@steelyard/traces'

/**
 * A time in which nothing changes, as seen by one guest with requests in flight; seconds since the
 * start of the trace.
 */
export interface SteadyStretch {
  fromSeconds: number
  toSeconds: number
  /** For each domain of the schedule, how many of its vCPUs run. */
  running: Int32Array
  /** The domains of which that may have changed since the stretch before. */
  changed: Set<number>
  /** How many of the guest's vCPUs are ready to run, and how many offline: parked by a cap. */
  ready: number
  parked: number
  /** How many of the guest's requests are in flight. */
  inFlight: number
}

const [RUNNING, READY] = STATES.keys()

/**
 * Goes through a schedule and the requests of one guest in the order of time, but for the times in
 * which none is in flight. Each stretch ends where a vCPU changes its state or a request begins or
 * ends. The same object is given again and again.
 *
 * @param guest its index among the domains of the schedule
 * @param requests in the order of their start
 */
export function* stretchesOf(
  schedule: TracedSchedule,
  guest: number,
  requests: readonly LoggedRequest[],
): Generator<Readonly<SteadyStretch>> {
  const { at, domain, state, step, fromSeconds, toSeconds } = schedule
  const starts = Float64Array.from(requests, ({ startSeconds }) => startSeconds)
  const ends = Float64Array.from(requests, ({ endSeconds }) => endSeconds).sort()
  const running = new Int32Array(schedule.domains.length)
  const changed = new Set<number>()
  const now: SteadyStretch = {
    ...{ running, changed, ready: 0, parked: 0, inFlight: 0 },
    ...{ fromSeconds, toSeconds },
  }
  let [change, started, ended] = [0, 0, 0]
  let time = fromSeconds
  while (time < toSeconds) {
    for (; change < at.length && at[change]! <= time; change++) {
      const by = step[change]!
      if (state[change] === RUNNING) {
        running[domain[change]!]! += by
        changed.add(domain[change]!)
      } else if (domain[change] !== guest) continue
      else if (state[change] === READY) now.ready += by
      else now.parked += by
    }
    while (starts[started]! <= time) started++
    while (ends[ended]! <= time) ended++
    now.inFlight = started - ended
    const next = starts[started] ?? Number.POSITIVE_INFINITY
    if (now.inFlight === 0) {
      time = next
      continue
    }
    now.fromSeconds = time
    now.toSeconds = Math.min(
      toSeconds,
      next,
      at[change] ?? Number.POSITIVE_INFINITY,
      ends[ended] ?? Number.POSITIVE_INFINITY,
    )
    yield now
    changed.clear()
    time = now.toSeconds
  }
}
