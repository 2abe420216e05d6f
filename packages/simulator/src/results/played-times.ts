import { byStatistic, type Statistic } from '@steelyard/model'
import type { Distribution } from './histogram.ts'
import type { TwinResult } from './twin-result.ts'

/** Seconds; null where no request was answered. */
export type MeanAndTail = Pick<Distribution, Statistic>

/** The response times of one domain, reduced to what a comparison of many runs needs. */
export interface PlayedTimes {
  name: string
  arrived: number
  answered: number
  /** As in `RequestResult`. */
  responseTime: MeanAndTail
  loggedTime: MeanAndTail
}

/** The times of all domains with requests. */
export function playedTimes({ domains }: Pick<TwinResult, 'domains'>): PlayedTimes[] {
  return domains.flatMap(({ name, requests }) => {
    if (!requests) return []
    const { arrived, answered, responseTime, loggedTime } = requests
    const times = { responseTime: meanAndTail(responseTime), loggedTime: meanAndTail(loggedTime) }
    return [{ name, arrived, answered, ...times }]
  })
}

const meanAndTail = (times: Distribution): MeanAndTail =>
  byStatistic((statistic) => times[statistic])
