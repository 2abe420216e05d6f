import { type HostMinute, MINUTE_SECONDS, type WeighedHost } from './host-minute.ts'

/** What came before a change, and what since it has settled; the newest last. */
export interface ComparedMinutes {
  before: readonly HostMinute[]
  since: readonly HostMinute[]
}

/** The load may be so much higher, in CPU seconds per second and pCPU, and still be no more. */
const SAME_LOAD = 0.02
/** Standard deviations of the difference. */
const BEYOND_CHANCE = 2

/**
 * Whether the host has more to do than before, beyond what chance makes of it. What came counts, not
 * what was worked off: a full host uses no more CPU, whatever comes, and a slower one uses more for
 * the same requests. With Poisson arrivals and exponential CPU times x, n requests are n x of work
 * with the variance 2 n x^2.
 */
export function isMoreLoad({ pCpus }: WeighedHost, { before, since }: ComparedMinutes): boolean {
  const names = [...new Set([...before, ...since].flatMap(({ domains }) => domains.map(nameOf)))]
  const differences = names.map((name) => {
    const [one, other] = [workOf(before, name), workOf(since, name)]
    const requests = one.requests + other.requests
    // Without a log, only the CPU time tells.
    if (requests === 0) return { more: other.cpuRate - one.cpuRate, variance: 0 }
    const cpu = (one.cpuSeconds + other.cpuSeconds) / requests
    const variance =
      2 * cpu ** 2 * (one.requests / one.seconds ** 2 + other.requests / other.seconds ** 2)
    return { more: cpu * (other.requests / other.seconds - one.requests / one.seconds), variance }
  })
  const more = differences.reduce((sum, each) => sum + each.more, 0)
  const deviation = Math.sqrt(differences.reduce((sum, { variance }) => sum + variance, 0))
  return more > Math.max(SAME_LOAD * pCpus, BEYOND_CHANCE * deviation)
}

const nameOf = ({ domain }: { domain: string }) => domain

function workOf(minutes: readonly HostMinute[], name: string) {
  const own = minutes.flatMap(({ domains }) => domains.filter(({ domain }) => domain === name))
  const seconds = Math.max(1, minutes.length) * MINUTE_SECONDS
  const cpuSeconds = own.reduce((sum, each) => sum + each.cpuSeconds, 0)
  const requests = own.reduce((sum, each) => sum + each.requests, 0)
  return { requests, cpuSeconds, seconds, cpuRate: cpuSeconds / seconds }
}
