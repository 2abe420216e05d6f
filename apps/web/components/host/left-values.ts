import type { Domain, Host } from '@steelyard/contract'

/** Domains that are not as Steelyard left them. */
export function driftedDomains(host: Pick<Host, 'domains'>): Domain[] {
  return host.domains.filter(({ drift }) => drift.length > 0)
}

/** The earliest reading that showed what is different now; null when nothing says. */
export function driftSince(domains: readonly Pick<Domain, 'driftSince'>[]): string | null {
  const times = domains.flatMap(({ driftSince }) => (driftSince === null ? [] : [driftSince]))
  return times.sort((left, right) => Date.parse(left) - Date.parse(right))[0] ?? null
}

/** What a plan has to set so that the host is again as Steelyard left it. */
export function weightsToRestore(host: Pick<Host, 'domains'>) {
  return driftedDomains(host).flatMap(({ name, gone, weight, cap, applied }) => {
    if (gone || !applied) return []
    const capDiffers = cap !== null && cap !== applied.cap
    if (weight === applied.weight && !capDiffers) return []
    return [{ domain: name, weight: applied.weight, ...(capDiffers ? { cap: applied.cap } : {}) }]
  })
}

/** Where a guest's settings usually stand; any other place is as good. */
export function configFileOf(domain: string): string {
  return `/etc/xen/${domain}.cfg`
}
