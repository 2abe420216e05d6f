import { exponential, uniform } from '@steelyard/model'
import { CompletedWindows } from './completed-windows.ts'
import { DAY_SECONDS, DAYS, drawLoadPlan, SERVICE_SECONDS, TARGET_SECONDS } from './load-plan.ts'
import type { Replay } from './replay.ts'

/**
 * Five weeks of one host, request by request: Poisson arrivals at the planned rate into a queue with
 * exponential service times (Lindley's recursion), so that noise and backlog are those of a queue.
 */
export function simulateHost(seed: number, windowLengths: readonly number[]): Replay {
  const untilSeconds = DAYS * DAY_SECONDS
  const { utilisationAt, episodes } = drawLoadPlan(seed)
  const draw = uniform(seed + 0x9e3779b9)
  const collected = windowLengths.map((each) => new CompletedWindows(each, untilSeconds))
  let [now, freeAt] = [0, 0]
  for (;;) {
    // The rate changes little between two requests, except that a burst may begin.
    now += (exponential(draw) * SERVICE_SECONDS) / utilisationAt(now)
    if (now >= untilSeconds) break
    freeAt = Math.max(now, freeAt) + exponential(draw) * SERVICE_SECONDS
    for (const windows of collected) windows.add(freeAt, freeAt - now)
  }
  return {
    untilSeconds,
    episodes,
    windows: new Map(
      windowLengths.map((each, index) => [each, collected[index]!.finish(TARGET_SECONDS)]),
    ),
  }
}
