/** What a reading of a host shows that Steelyard did not do. */
interface HostEvent {
  kind: 'weight' | 'cap' | 'domain-appeared' | 'domain-gone' | 'domain-restarted' | 'host-rebooted'
  domain: string | null
  before?: number | null
  after?: number | null
}

export function eventWords({ kind, domain, before, after }: HostEvent): string {
  switch (kind) {
    case 'weight':
      return `The weight of ${domain} was changed outside Steelyard, from ${before ?? 'none'} to ${after ?? 'none'}.`
    case 'cap':
      return `The cap of ${domain} was changed outside Steelyard, from ${before || 'none'} to ${after || 'none'}.`
    case 'domain-appeared':
      return `${domain} came onto the host.`
    case 'domain-gone':
      return `${domain} is no longer on the host.`
    case 'domain-restarted':
      return `${domain} was restarted.`
    case 'host-rebooted':
      return 'The host was rebooted.'
  }
}

export function targetMissedWords(domain: string): string {
  return `${domain} missed its target.`
}
