import { changeOf, type Interval } from '@steelyard/contract'
import { formatItems, formatList } from '@steelyard/contract/format'

export interface DomainChange {
  name: string
  change: Interval | null
}

/** Domains that a change makes faster or slower beyond chance. */
export function domainsThat(does: 'gains' | 'pays', domains: readonly DomainChange[]): string[] {
  return domains.flatMap(({ name, change }) =>
    change !== null && changeOf(change) === does ? [name] : [],
  )
}

/** Says who becomes faster and who slower, such as "vm1 becomes faster, vm2 becomes slower" */
export function changeWords(domains: readonly DomainChange[]): string | null {
  const gaining = domainsThat('gains', domains)
  const paying = domainsThat('pays', domains)
  const verb = (names: readonly string[]) => (names.length > 1 ? 'become' : 'becomes')
  const said = [
    ...(gaining.length > 0 ? [`${formatList(gaining)} ${verb(gaining)} faster`] : []),
    ...(paying.length > 0 ? [`${formatList(paying)} ${verb(paying)} slower`] : []),
  ]
  return said.length > 0 ? formatItems(said) : null
}

/** What a simulated change does to each domain, in a sentence. */
export function whatIfWords(domains: readonly DomainChange[]): string {
  const said = changeWords(domains)
  return said === null ? 'No guest becomes faster or slower beyond chance.' : `${said}.`
}
