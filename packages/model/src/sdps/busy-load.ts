import { availableToGuests } from '../load/domain0-path.ts'
import type { HostLoad } from '../load/host-load.ts'
import type { RequestLoad } from '../load/request-load.ts'

/**
 * The domains of a load that want the CPU, and the part of each pCPU that Domain-0 and what is not
 * of requests leave to them.
 */
export function busyLoad({ load: all, backgroundUtilisation }: RequestLoad): {
  load: HostLoad
  available: number
} {
  const domains = all.domains.filter((d) => d.arrivalRatePerSecond > 0 && d.serviceTimeSeconds > 0)
  const load = { ...all, domains }
  return { load, available: availableToGuests(load) - backgroundUtilisation / load.pCpus }
}
