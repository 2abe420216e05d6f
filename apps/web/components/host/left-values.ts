import type { Domain, Host, WantedPin, WantedWeight } from '@steelyard/contract'
import { readPCpus } from '../../lib/p-cpus.ts'

/** Domains whose settings differ from what Steelyard applied. */
export function driftedDomains(host: Pick<Host, 'domains'>): Domain[] {
  return host.domains.filter(({ drift }) => drift.length > 0)
}

/** When a reading first showed the drift. Null when unknown. */
export function driftSince(domains: readonly Pick<Domain, 'driftSince'>[]): string | null {
  const times = domains.flatMap(({ driftSince }) => (driftSince === null ? [] : [driftSince]))
  return times.sort((left, right) => Date.parse(left) - Date.parse(right))[0] ?? null
}

/** The values a plan has to set to restore what Steelyard applied. */
export function valuesToRestore(host: Pick<Host, 'domains'>) {
  const drifted = driftedDomains(host).filter(({ gone }) => !gone)
  return {
    weights: drifted.flatMap(weightToRestore),
    pins: drifted.flatMap(({ name, applied, drift }) =>
      applied?.affinity && drift.some(({ kind }) => kind === 'affinity')
        ? pinTo(name, applied.affinity)
        : [],
    ),
  }
}

function weightToRestore({ name, weight, cap, applied }: Domain): WantedWeight[] {
  if (!applied) return []
  const weightDiffers = applied.weight !== null && weight !== applied.weight
  const capDiffers = applied.cap !== null && cap !== null && cap !== applied.cap
  if (!weightDiffers && !capDiffers) return []
  return [
    {
      domain: name,
      ...(applied.weight === null ? {} : { weight: applied.weight }),
      ...(capDiffers && applied.cap !== null ? { cap: applied.cap } : {}),
    },
  ]
}

/** A plan pins all vCPUs of a domain alike, so it cannot restore pins that differ by vCPU. */
function pinTo(domain: string, [affinity, ...others]: string[]): WantedPin[] {
  const pCpus = affinity === undefined || others.length > 0 ? null : readPCpus(affinity)
  return pCpus === null ? [] : [{ domain, pCpus }]
}
