import { type LoggedRequest, STATES, type TracedSchedule } from '@steelyard/traces'

/** A time in which nothing changes, as seen by one guest; seconds since the start of the trace. */
export interface Stretch {
  fromSeconds: number
  toSeconds: number
  /** For each domain of the schedule, how many of its vCPUs run. */
  running: Int32Array
  /** How many of the guest's vCPUs are ready to run, and how many offline: parked by a cap. */
  ready: number
  parked: number
  /** How many of the guest's requests are in flight. */
  inFlight: number
}

const [RUNNING, READY] = STATES.keys()

/**
 * Goes through a schedule and the requests of one guest in the order of time. Each stretch ends where
 * a vCPU changes its state or a request begins or ends. The same object is given again and again.
 *
 * @param guest its index among the domains of the schedule
 * @param requests in the order of their start
 */
export function* stretchesOf(
  schedule: TracedSchedule,
  guest: number,
  requests: readonly LoggedRequest[],
): Generator<Readonly<Stretch>> {
  const { at, domain, state, step, fromSeconds, toSeconds } = schedule
  const starts = requests.map(({ startSeconds }) => startSeconds)
  const ends = requests.map(({ endSeconds }) => endSeconds).sort((a, b) => a - b)
  const running = new Int32Array(schedule.domains.length)
  const now: Stretch = { running, ready: 0, parked: 0, inFlight: 0, fromSeconds, toSeconds }
  let [change, started, ended] = [0, 0, 0]
  let time = fromSeconds
  while (time < toSeconds) {
    for (; change < at.length && at[change]! <= time; change++) {
      const by = step[change]!
      if (state[change] === RUNNING) running[domain[change]!]! += by
      else if (domain[change] !== guest) continue
      else if (state[change] === READY) now.ready += by
      else now.parked += by
    }
    while (starts[started]! <= time) started++
    while (ends[ended]! <= time) ended++
    now.inFlight = started - ended
    now.fromSeconds = time
    now.toSeconds = Math.min(
      toSeconds,
      at[change] ?? Number.POSITIVE_INFINITY,
      starts[started] ?? Number.POSITIVE_INFINITY,
      ends[ended] ?? Number.POSITIVE_INFINITY,
    )
    yield now
    time = now.toSeconds
  }
}
