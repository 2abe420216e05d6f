import { percentile95 } from '@steelyard/model'
import { mean } from 'simple-statistics'
import { MINUTE_SECONDS } from '../../../bench/index.ts'
import type { PlayedRequest } from './play-requests.ts'
import type { RiseGuest } from './rise-load.ts'
import type { Measured, PlayedGuest } from './rise-result.ts'

/**
 * What a guest’s clients measured. Requests count when they were due.
 *
 * @param requests the guest’s own
 */
export function measureGuest(
  { name, targetSeconds }: RiseGuest,
  requests: readonly PlayedRequest[],
  { riseAtSeconds, lengthSeconds }: { riseAtSeconds: number; lengthSeconds: number },
): PlayedGuest {
  const dueIn = (from: number, to: number) =>
    requests.filter(({ atSeconds }) => atSeconds >= from && atSeconds < to)
  const minutesFrom = (from: number) =>
    Array.from({ length: Math.ceil((lengthSeconds - from) / MINUTE_SECONDS) }, (_, index) => {
      const start = from + index * MINUTE_SECONDS
      return dueIn(start, start + MINUTE_SECONDS)
    })
  const risen = dueIn(riseAtSeconds, lengthSeconds)
  const isOver = (seconds: number | null) => (seconds ?? Number.POSITIVE_INFINITY) >= targetSeconds!
  const overTarget = targetSeconds !== null && {
    requests: risen.filter(({ seconds }) => isOver(seconds)).length,
    minutes: minutesFrom(riseAtSeconds).filter((each) => isOver(percentileWithUnanswered(each)))
      .length,
  }
  return {
    name,
    targetSeconds,
    calm: measured(dueIn(0, riseAtSeconds)),
    risen: measured(risen),
    overTarget: overTarget || null,
    p95SecondsByMinute: minutesFrom(0).map((each) => measured(each).p95Seconds),
  }
}

/** No answer is later than any. */
function percentileWithUnanswered(requests: readonly PlayedRequest[]): number {
  const times = requests.map(({ seconds }) => seconds ?? Number.MAX_VALUE)
  return percentile95(times) ?? 0
}

function measured(requests: readonly PlayedRequest[]): Measured {
  const times = requests.flatMap(({ seconds }) => seconds ?? [])
  return {
    requests: requests.length,
    unanswered: requests.length - times.length,
    meanSeconds: times.length === 0 ? null : inMilliseconds(mean(times)),
    p95Seconds: times.length === 0 ? null : inMilliseconds(percentile95(times)!),
  }
}

/** Finer is noise. */
const inMilliseconds = (seconds: number) => Math.round(1000 * seconds) / 1000
