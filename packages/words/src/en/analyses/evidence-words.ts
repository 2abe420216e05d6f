import type { Lack } from '@steelyard/analysis'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatList,
  formatRoughPercent,
  formatWholePercent,
} from '@steelyard/contract/format'

export function lackWords(lack: Lack): string {
  switch (lack.code) {
    case 'no-cpu-trace':
      return 'There is no CPU trace.'
    case 'trace-of-another-time':
      return 'The CPU trace and the logs are of different times.'
    case 'cpu-partly-traced':
      return `The CPU trace covers ${formatWholePercent(lack.covered)} of the requests.`
    case 'domains-without-log':
      return `The response times of ${formatCount(lack.logged)} of ${formatCounted(lack.known, 'domain')} are known: there is no log of ${formatList(lack.domains)}.`
    case 'targets-not-measured':
      return `${formatList(lack.domains)} ${lack.domains.length > 1 ? 'have targets' : 'has a target'}, but no response times were measured.`
    case 'short':
      return `Only ${formatDuration(lack.seconds)} is judged.`
    case 'few-windows':
      return `There ${lack.windows === 1 ? 'is' : 'are'} only ${formatCounted(lack.windows, 'window')}.`
    case 'few-requests':
      return `${formatList(lack.domains)} answered too few requests for this statistic: at least ${formatCount(lack.leastRequests)} each are needed.`
    case 'scatter':
      return `At this load another recording as long may well differ by ${formatRoughPercent(lack.relative)} by chance.`
    case 'host-full':
      return `The host was full (${formatWholePercent(lack.utilisation)}), so queues did not settle and waits grow with the length of the recording.`
    case 'settings-assumed':
      return `The ${formatList(lack.settings.map((each) => SETTINGS[each]))} of the host ${lack.settings.length > 1 || lack.settings.includes('weights') ? 'are' : 'is'} assumed.`
    case 'predictor-off':
      return `Predictions are off by ${formatRoughPercent(lack.medianError)} on this recording.`
    case 'outcomes-off':
      return `Earlier changes of weights on this host came out ${formatRoughPercent(lack.medianError)} off what was foretold for them.`
    case 'predictor-unchecked':
      return 'Predictions could not be compared with any measurement.'
    case 'demand-in-doubt':
      return lack.doubt.sentence
  }
}

const SETTINGS = { pCPUs: 'number of pCPUs', scheduler: 'scheduler', weights: 'weights' } as const

/** One sentence with everything to do about what is lacking. Null when nothing helps or is needed. */
export function remedyOf(lacks: readonly Lack[]): string | null {
  const acts = [...new Set(lacks.flatMap((lack) => remedies[lack.code] ?? []))]
  return acts.length === 0 ? null : `To raise the grade, ${formatList(acts)}.`
}

const LONGER = 'record at least five minutes'
const TRACE = 'record the CPU (xentrace or xenmon) while the logs are written'

const remedies: Partial<Record<Lack['code'], string>> = {
  'no-cpu-trace': TRACE,
  'trace-of-another-time': TRACE,
  'cpu-partly-traced': TRACE,
  'demand-in-doubt': TRACE,
  'domains-without-log': 'add the access log of every domain that serves requests',
  'targets-not-measured': 'add the access log of every domain that serves requests',
  short: LONGER,
  'few-windows': LONGER,
  'few-requests': LONGER,
  scatter: LONGER,
  'settings-assumed': 'save the output of xl info and xl sched-credit with the recording',
}
