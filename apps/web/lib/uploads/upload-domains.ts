import type { Source, Upload } from '@steelyard/contract'

const DRIVER_DOMAIN = 'Domain-0'
/** xenmon's name for idle CPU time. It appears in traces like a domain but is none. */
export const IDLE_TIME = 'idle'

/** Sorts in natural order (vm2 before vm10), with Domain-0 last. */
export function byDomainName(left: string, right: string): number {
  const rank = Number(left === DRIVER_DOMAIN) - Number(right === DRIVER_DOMAIN)
  return rank || left.localeCompare(right, 'en', { numeric: true })
}

/** The names of all domains to which the included sources are matched. */
export function domainsOf(upload: Upload): string[] {
  const names = new Set<string>()
  for (const source of upload.sources) {
    if (!source.included) continue
    for (const { domain } of source.domains) {
      if (domain && domain !== IDLE_TIME) names.add(domain)
    }
  }
  return [...names].sort(byDomainName)
}

export function guestsOf(upload: Upload): string[] {
  return domainsOf(upload).filter((name) => name !== DRIVER_DOMAIN)
}

/** Whether nobody has said yet what a name stands for. One that the operator left out is settled. */
export function isUndecided({ domain, origin }: Source['domains'][number]): boolean {
  return domain === null && origin === null
}
