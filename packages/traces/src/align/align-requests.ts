import type { LoggedRequest } from '../traced/request-collector.ts'
import { STATES, type TracedSchedule } from '../traced/traced-schedule.ts'

/** How far the start of a trace may be off, seconds. */
export const MAX_SHIFT_SECONDS = 1.5
const COARSE_SECONDS = 0.002
const FINE_SECONDS = 0.0001

/** How the clock of a guest's log was moved against that of a trace. */
export interface RequestAlignment {
  /** Add it to the times of requests. */
  shiftSeconds: number
  /** The part of the guest's CPU time in which a request was in flight, with the shift and without. */
  workInRequests: number
  workInRequestsBefore: number
}

/**
 * Finds the shift between a guest's log and a trace to a tenth of a millisecond; every guest has a
 * clock of its own. A guest that does little besides answering requests runs only while one is in
 * flight, so the time in which it does both is longest at the true shift: it is the cross-correlation
 * of the two, as in delay estimation (Knapp and Carter 1976).
 *
 * @param requests in the order of their start, with a margin of `MAX_SHIFT_SECONDS`
 * @returns null when the guest has no requests or no CPU time
 */
export function alignRequests(
  schedule: TracedSchedule,
  guest: string,
  requests: readonly LoggedRequest[],
): RequestAlignment | null {
  const ran = ranUntil(schedule, schedule.domains.indexOf(guest))
  const worked = ran.at(-1)!
  const busy = inFlight(requests)
  if (worked === 0 || busy.length === 0) return null
  const score = (shift: number) => workWithin(ran, busy, shift - schedule.fromSeconds) / worked
  const coarse = bestOf(score, 0, MAX_SHIFT_SECONDS, COARSE_SECONDS)
  const best = bestOf(score, coarse, COARSE_SECONDS, FINE_SECONDS)
  return { shiftSeconds: best, workInRequests: score(best), workInRequestsBefore: score(0) }
}

/** Tries shifts around a middle, the nearest first, so that of equal ones the nearest is taken. */
function bestOf(
  score: (shift: number) => number,
  middle: number,
  within: number,
  step: number,
): number {
  let best = { shift: middle, score: score(middle) }
  for (let i = 1; i * step <= within; i++) {
    for (const shift of [middle - i * step, middle + i * step]) {
      const its = score(shift)
      if (its > best.score) best = { shift, score: its }
    }
  }
  return best.shift
}

/** The CPU time of a domain up to each multiple of `FINE_SECONDS` from the start of the part. */
function ranUntil(schedule: TracedSchedule, domain: number): Float64Array {
  const { fromSeconds, toSeconds, at } = schedule
  const ran = new Float64Array(Math.ceil((toSeconds - fromSeconds) / FINE_SECONDS) + 1)
  const RUNNING = STATES.indexOf('running')
  let [running, total, since, filled] = [0, 0, fromSeconds, 0]
  const reach = (time: number) => {
    for (; filled < ran.length && fromSeconds + filled * FINE_SECONDS <= time; filled++)
      ran[filled] = total + running * (fromSeconds + filled * FINE_SECONDS - since)
    total += running * (time - since)
    since = time
  }
  for (let i = 0; i < at.length; i++) {
    if (schedule.domain[i] !== domain || schedule.state[i] !== RUNNING) continue
    reach(at[i]!)
    running += schedule.step[i]!
  }
  reach(toSeconds)
  ran.fill(total, filled)
  return ran
}

/** The times in which at least one request is in flight. */
function inFlight(requests: readonly LoggedRequest[]): LoggedRequest[] {
  const times: LoggedRequest[] = []
  for (const { startSeconds, endSeconds } of requests) {
    const last = times.at(-1)
    if (last && startSeconds <= last.endSeconds)
      last.endSeconds = Math.max(last.endSeconds, endSeconds)
    else times.push({ startSeconds, endSeconds })
  }
  return times
}

function workWithin(
  ran: Float64Array,
  times: readonly LoggedRequest[],
  shiftSeconds: number,
): number {
  const until = (seconds: number) => {
    const index = Math.round((seconds + shiftSeconds) / FINE_SECONDS)
    return ran[Math.min(ran.length - 1, Math.max(0, index))]!
  }
  return times.reduce(
    (sum, { startSeconds, endSeconds }) => sum + until(endSeconds) - until(startSeconds),
    0,
  )
}
