import type { Contradiction, HostFacts } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'

export function presentHostFacts({ contradictions, ...facts }: HostFacts): contract.HostFacts {
  return { ...facts, contradictions: contradictions.map(contradictionWords) }
}

/** Describes in a sentence what saved xl outputs disagree about. */
export function contradictionWords({ about, versions }: Contradiction): string {
  const said = versions.map(({ value, path }) => `${value} (${path})`)
  return `Saved outputs of xl differ in ${subjectOf(about)}: ${said.join(', ')}.`
}

function subjectOf(about: Contradiction['about']): string {
  switch (about.what) {
    case 'scheduler':
      return 'the scheduler'
    case 'tsliceMs':
      return 'the time slice in ms'
    case 'ratelimitUs':
      return 'the ratelimit in µs'
    case 'xenVersion':
      return 'the version of Xen'
    case 'pCpus':
      return 'the number of pCPUs'
    case 'name':
      return `the name of domain ${about.id}`
    case 'weight':
    case 'cap':
      return `the ${about.what} of ${about.domain}`
    case 'vCpus':
      return `the number of vCPUs of ${about.domain}`
  }
}
