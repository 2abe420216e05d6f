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

/** Says who gains and who pays: "vm1 gains, vm2 and vm3 pay". Null where nobody does. */
export function changeWords(domains: readonly DomainChange[]): string | null {
  const gaining = domainsThat('gains', domains)
  const paying = domainsThat('pays', domains)
  const said = [
    ...(gaining.length > 0
      ? [`${formatList(gaining)} ${gaining.length > 1 ? 'gain' : 'gains'}`]
      : []),
    ...(paying.length > 0 ? [`${formatList(paying)} ${paying.length > 1 ? 'pay' : 'pays'}`] : []),
  ]
  return said.length > 0 ? formatItems(said) : null
}
