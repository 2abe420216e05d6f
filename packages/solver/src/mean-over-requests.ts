import type { HostLoad } from '@steelyard/model'
import type { Times } from './response-times.ts'

/** Mean response time of all requests of the host, seconds; null when a domain's is not finite. */
export function meanOverRequests({ domains }: HostLoad, times: Times): number | null {
  let weighted = 0
  let rate = 0
  for (const { name, arrivalRatePerSecond } of domains) {
    if (arrivalRatePerSecond === 0) continue
    const seconds = times.get(name) ?? null
    if (seconds === null) return null
    weighted += arrivalRatePerSecond * seconds
    rate += arrivalRatePerSecond
  }
  return rate === 0 ? null : weighted / rate
}
