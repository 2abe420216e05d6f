import type { RequestPart } from '@steelyard/contract'

/** What the time of a request went into, as it reads in the middle of a sentence. */
export function partWords({ kind, domain }: Pick<RequestPart, 'kind' | 'domain'>): string {
  switch (kind) {
    case 'runs':
      return 'computing for the request itself'
    case 'queues':
      return 'computing for other requests of its guest'
    case 'waits':
      return domain === null ? 'waiting while a pCPU was idle' : `waiting while ${domain} ran`
    case 'parked':
      return 'parked by the cap of its guest'
    case 'domain-0':
      return 'sleeping while Domain-0 ran'
    case 'sleeps':
      return 'sleeping'
  }
}

/** The same as a label, or at the beginning of a sentence. */
export function partLabel(part: Pick<RequestPart, 'kind' | 'domain'>): string {
  const words = partWords(part)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
