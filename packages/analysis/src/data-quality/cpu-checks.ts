import { cpuOf } from '../recorded/cpu-sums.ts'
import { DOMAIN_0, IDLE, isGuest, type Window } from '../recorded/recorded-host.ts'
import { type Check, percent, reason } from './check.ts'

const noCpu: Check = ({ guests }) => {
  const unknown = guests.filter((guest) => guest.serviceTimeSource === null)
  const inferred = guests.filter((guest) => guest.serviceTimeSource === 'inferred')
  return [
    ...unknown.map(({ name }) =>
      reason(
        'critical',
        'service-time-unknown',
        `${name} has neither CPU data nor durations: nothing can be estimated for it.`,
      ),
    ),
    ...inferred.map(({ name }) =>
      reason(
        'warning',
        'service-time-inferred',
        `${name} has no CPU data: its service time is inferred from the shortest median duration in its log.`,
      ),
    ),
  ]
}

const cpuWithoutRequests: Check = ({ windows, guests, host }) => {
  const known = new Set(guests.map((guest) => guest.name))
  const others = new Set(
    windows.flatMap(({ byDomain }) =>
      [...byDomain.keys()].filter((domain) => isGuest(domain) && !known.has(domain)),
    ),
  )
  return [...others].flatMap((domain) => {
    const used = meanUtilisation(windows, domain)
    return used === null || used < 0.01 * host.pCpus.count
      ? []
      : [
          reason(
            'warning',
            'cpu-without-requests',
            `${domain} used ${percent(used)} of a pCPU but has no request log: the delay it causes is in no estimate.`,
          ),
        ]
  })
}

const domain0: Check = ({ windows }) => {
  const cpu = windows.map(({ byDomain }) => cpuOf(byDomain.get(DOMAIN_0)))
  if (cpu.every((c) => c === null)) {
    return [
      reason(
        'warning',
        'domain0-missing',
        'There is no CPU data of Domain-0: its terms in eq (2) and (3) are zero.',
      ),
    ]
  }
  if (cpu.some((c) => c?.runnableWaitSeconds !== null && c !== null)) return []
  return [
    reason(
      'warning',
      'domain0-wait-missing',
      'The trace does not tell how long Domain-0 waited for the CPU: D_0 in eq (3) is zero.',
    ),
  ]
}

/** All domains and the idle one together fill every pCPU; a trace that does not has lost something. */
const cpuSum: Check = ({ windows, host }) => {
  const sums = windows.flatMap(({ byDomain, seconds }) => {
    if (!cpuOf(byDomain.get(IDLE))) return []
    const used = [...byDomain.values()].reduce((sum, o) => sum + (cpuOf(o)?.usedSeconds ?? 0), 0)
    return [used / (seconds * host.pCpus.count)]
  })
  if (sums.length === 0) return []
  const mean = sums.reduce((a, b) => a + b, 0) / sums.length
  if (Math.abs(mean - 1) <= 0.05) return []
  return [
    reason(
      'warning',
      'cpu-sum',
      `All domains and idle time add up to ${percent(mean)} of ${host.pCpus.count} pCPU, not to 100 %.`,
    ),
  ]
}

const coverage: Check = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu') return []
    const with_ = windows.filter(({ byDomain }) => cpuOf(byDomain.get(name))).length
    const covered = with_ / windows.length
    return covered >= 0.9
      ? []
      : [
          reason(
            'warning',
            'cpu-coverage',
            `CPU data of ${name} covers ${percent(covered)} of the windows.`,
          ),
        ]
  })

function meanUtilisation(windows: readonly Window[], domain: string): number | null {
  const used = windows.flatMap(({ byDomain, seconds }) => {
    const cpu = cpuOf(byDomain.get(domain))
    return cpu ? [cpu.usedSeconds / seconds] : []
  })
  return used.length === 0 ? null : used.reduce((a, b) => a + b, 0) / used.length
}

export const cpuChecks: readonly Check[] = [noCpu, cpuWithoutRequests, domain0, cpuSum, coverage]
