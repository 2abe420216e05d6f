import type { CapChange, CappedDomain, CapsByDomain } from './wanted-caps.ts'

/** Between which caps a grant lets those of a domain be changed. */
export type CapBounds = Pick<CappedDomain, 'leastCapPercent' | 'highestCapPercent'> & {
  domain: string
}

/**
 * The domains whose cap would leave the bounds. To give back exactly what a domain had is always
 * within them: whoever let it be taken wants that.
 */
export function beyondCapBounds(
  bounds: readonly CapBounds[],
  changes: readonly CapChange[],
  before: CapsByDomain | null,
): string[] {
  return changes
    .filter(({ domain, to }) => {
      if (before?.[domain] === to) return false
      const found = bounds.find((each) => each.domain === domain)
      return !found || to < found.leastCapPercent || to > (found.highestCapPercent ?? to)
    })
    .map(({ domain }) => domain)
}
