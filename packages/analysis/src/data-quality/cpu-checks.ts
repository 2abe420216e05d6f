import { cpuOf } from '../recorded/cpu-sums.ts'
import { DOMAIN_0, IDLE, isGuest, type Window } from '../recorded/recorded-host.ts'
import type { QualityCheck } from './check.ts'
import type { Finding } from './finding.ts'

const noCpu: QualityCheck = ({ guests }) => {
  const unknown = guests.filter((guest) => guest.serviceTimeSource === null)
  const inferred = guests.filter((guest) => guest.serviceTimeSource === 'inferred')
  return [
    ...unknown.map(
      ({ name: domain }): Finding => ({
        code: 'service-time-unknown',
        severity: 'critical',
        domain,
      }),
    ),
    ...inferred.map(
      ({ name: domain }): Finding => ({
        code: 'service-time-inferred',
        severity: 'warning',
        domain,
      }),
    ),
  ]
}

const cpuWithoutRequests: QualityCheck = ({ windows, guests, host }) => {
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
      : [{ code: 'cpu-without-requests', severity: 'warning', domain, utilisation: used }]
  })
}

const domain0: QualityCheck = ({ windows }) => {
  const cpu = windows.map(({ byDomain }) => cpuOf(byDomain.get(DOMAIN_0)))
  if (cpu.every((c) => c === null)) {
    return [{ code: 'domain0-missing', severity: 'warning' }]
  }
  if (cpu.some((c) => c?.runnableWaitSeconds !== null && c !== null)) return []
  return [{ code: 'domain0-wait-missing', severity: 'warning' }]
}

/**
 * The CPU time of all domains and the idle domain adds up to every pCPU; if it does not, the trace
 * has lost data.
 */
const cpuSum: QualityCheck = ({ windows, host }) => {
  const sums = windows.flatMap(({ byDomain, seconds }) => {
    if (!cpuOf(byDomain.get(IDLE))) return []
    const used = [...byDomain.values()].reduce((sum, o) => sum + (cpuOf(o)?.usedSeconds ?? 0), 0)
    return [used / (seconds * host.pCpus.count)]
  })
  if (sums.length === 0) return []
  const mean = sums.reduce((a, b) => a + b, 0) / sums.length
  if (Math.abs(mean - 1) <= 0.05) return []
  return [{ code: 'cpu-sum', severity: 'warning', sum: mean, pCpus: host.pCpus.count }]
}

const coverage: QualityCheck = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu') return []
    const with_ = windows.filter(({ byDomain }) => cpuOf(byDomain.get(name))).length
    const covered = with_ / windows.length
    return covered >= 0.9
      ? []
      : [{ code: 'cpu-coverage', severity: 'warning', domain: name, covered }]
  })

function meanUtilisation(windows: readonly Window[], domain: string): number | null {
  const used = windows.flatMap(({ byDomain, seconds }) => {
    const cpu = cpuOf(byDomain.get(domain))
    return cpu ? [cpu.usedSeconds / seconds] : []
  })
  return used.length === 0 ? null : used.reduce((a, b) => a + b, 0) / used.length
}

export const cpuChecks: readonly QualityCheck[] = [
  noCpu,
  cpuWithoutRequests,
  domain0,
  cpuSum,
  coverage,
]
