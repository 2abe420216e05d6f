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
      return `The response times of ${formatCount(lack.logged)} of ${formatCounted(lack.known, 'guest')} are known: there is no log of ${formatList(lack.domains)}.`
    case 'targets-not-measured':
      return `${formatList(lack.domains)} ${lack.domains.length > 1 ? 'have targets' : 'has a target'}, but no response times were measured.`
    case 'short':
      return `It rests on only ${formatDuration(lack.seconds)}.`
    case 'few-windows':
      return `It has only ${formatCounted(lack.windows, 'window')} of time.`
    case 'few-requests':
      return `${formatList(lack.domains)} answered too few requests for this statistic: at least ${formatCount(lack.leastRequests)} each are needed.`
    case 'scatter':
      return `At this load another recording as long may well differ by ${formatRoughPercent(lack.relative)} by chance.`
    case 'host-full':
      return `The host was full (${formatWholePercent(lack.utilisation)}), so queues did not settle and waits grow with the length of the recording.`
    case 'settings-assumed':
      return `The ${formatList(lack.settings.map((each) => SETTINGS[each]))} of the host ${lack.settings.length > 1 || lack.settings.includes('weights') ? 'are' : 'is'} assumed.`
    case 'predictor-off':
      return `Predictions are off by ${formatRoughPercent(lack.medianError)} on this recording${lack.side ? `: all measured times are ${lack.side} than predicted` : ''}.`
    case 'outcomes-off':
      return `Earlier changes of weights on this host came out ${formatRoughPercent(lack.medianError)} off their predictions.`
    case 'predictor-unchecked':
      return 'Predictions could not be compared with any measurement.'
    case 'demand-in-doubt':
      return lack.doubt.sentence
    case 'mistaken-unit':
      return `The measured times are about ${formatCount(lack.factor > 1 ? lack.factor : 1 / lack.factor)} times too ${lack.factor > 1 ? 'long' : 'short'} for the CPU time of these requests. The duration was probably read in the wrong unit.`
    case 'logs-swapped':
      return `${formatList(lack.logs.map(({ domain, follows }) => `The CPU use of ${follows} follows the log of ${domain}, and that of ${domain} does not`))}: the log probably belongs to another guest.`
    case 'clocks-apart':
      return `The clocks of log and CPU trace do not agree: ${formatList(lack.offsets.map(({ domain, offsetSeconds }) => `the CPU use of ${domain} is ${formatDuration(Math.abs(offsetSeconds))} ${offsetSeconds > 0 ? 'late' : 'early'}`))}.`
    case 'shorter-than-cpu-time':
      return `By the log, requests of ${formatList(lack.domains)} took less time than the CPU time that they cost. The log counts what the guest did not serve, or the CPU trace is of something else.`
    case 'few-hold-most':
      return `${formatList(lack.domains.map(({ domain, requests }) => `${formatRoughPercent(requests)} of the requests of ${domain}`))} hold half of the summed response time: they may be connections that stay open, not requests.`
  }
}

const SETTINGS = { pCPUs: 'number of pCPUs', scheduler: 'scheduler', weights: 'weights' } as const

/** One sentence with everything to do about what is lacking. Null when nothing helps or is needed. */
export function remedyOf(lacks: readonly Lack[]): string | null {
  const acts = [...new Set(lacks.flatMap((lack) => remedies[lack.code] ?? []))]
  return acts.length === 0 ? null : `To raise the grade, ${formatList(acts)}.`
}

const LONGER = 'record at least 5 minutes'
const TRACE = 'record the CPU (xentrace or xenmon) while the logs are written'

const remedies: Partial<Record<Lack['code'], string>> = {
  'no-cpu-trace': TRACE,
  'trace-of-another-time': TRACE,
  'cpu-partly-traced': TRACE,
  'demand-in-doubt': TRACE,
  'domains-without-log': 'add the access log of every guest that serves requests',
  'targets-not-measured': 'add the access log of every guest that serves requests',
  'mistaken-unit': 'answer again in which unit the log writes its durations',
  'logs-swapped': 'check which guest wrote each log',
  'clocks-apart': 'correct the start of the CPU trace, or the zone of the log',
  'few-hold-most': 'leave out what is no request',
  short: LONGER,
  'few-windows': LONGER,
  'few-requests': LONGER,
  scatter: LONGER,
  'settings-assumed': 'save the output of xl info and xl sched-credit with the recording',
}
