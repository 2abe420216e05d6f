import type { Contradiction } from '@steelyard/analysis'

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
      return `the name of guest ${about.id}`
    case 'weight':
    case 'cap':
      return `the ${about.what} of ${about.domain}`
    case 'vCpus':
      return `the number of vCPUs of ${about.domain}`
  }
}
