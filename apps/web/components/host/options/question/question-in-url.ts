import type { FilledQuestion } from '@steelyard/contract'
import { type DomainLever, type HostLever, withDomainLever, withHostLever } from './question.ts'

const domainLevers = { weight: 'weight', cap: 'cap', load: 'loadFactor' } as const
const hostLevers = {
  load: 'loadFactor',
  dom0: 'domain0Weight',
  tslice: 'tsliceMs',
  ratelimit: 'ratelimitUs',
  overhead: 'overheadPercent',
} as const

/** The names in an address that belong to the sliders: `load`, `weight.vm1`. */
export function isOfSliders(name: string): boolean {
  const [lever = '', domain] = name.split('.')
  return domain === undefined
    ? Object.hasOwn(hostLevers, lever)
    : Object.hasOwn(domainLevers, lever)
}

/** The question that an address asks; what it gets wrong stays as analysed. */
export function questionOfParams(params: URLSearchParams, now: FilledQuestion): FilledQuestion {
  let wanted = now
  for (const [name, text] of params) {
    const value = Number(text)
    if (!isOfSliders(name) || text === '' || !Number.isFinite(value) || value < 0) continue
    const [lever, ...rest] = name.split('.')
    wanted =
      rest.length === 0
        ? withHostLever(wanted, hostLevers[lever as keyof typeof hostLevers], value)
        : withDomainLever(
            wanted,
            rest.join('.'),
            domainLevers[lever as keyof typeof domainLevers],
            value,
          )
  }
  return wanted
}

/** What an address has to say for the question to be asked again: only what differs from now. */
export function paramsOfQuestion(
  wanted: FilledQuestion,
  now: FilledQuestion,
): [name: string, value: string][] {
  const host = namesOf<HostLever>(hostLevers).filter(([, key]) => wanted[key] !== now[key])
  return [
    ...host.map(([name, key]): [string, string] => [name, String(wanted[key])]),
    ...wanted.domains.flatMap((domain) => {
      const was = now.domains.find((each) => each.domain === domain.domain)
      return namesOf<DomainLever>(domainLevers)
        .filter(([, key]) => domain[key] !== was?.[key])
        .map(([name, key]): [string, string] => [`${name}.${domain.domain}`, String(domain[key])])
    }),
  ]
}

function namesOf<Key extends string>(levers: Record<string, Key>): [name: string, key: Key][] {
  return Object.entries(levers)
}
