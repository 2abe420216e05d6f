import { isGuest } from '../../lib/is-guest.ts'

/** The usual path of a domain's configuration file. */
export function configFileOf(domain: { name: string }): string {
  return isGuest(domain) ? `/etc/xen/${domain.name}.cfg` : 'a script that runs when Domain-0 starts'
}
