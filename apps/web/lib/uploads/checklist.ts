import type { Source, Upload } from '@steelyard/contract'
import { formatCounted, formatItems } from '@steelyard/contract/format'
import { sourceCounts } from '../source-kinds.ts'
import { guestsOf } from './upload-domains.ts'

export interface Check {
  label: string
  /** `open`: the operator is asked; `missing`: nothing in the files says it. */
  state: 'done' | 'open' | 'missing'
  detail: string
}

const CLOCK: readonly string[] = ['start-time', 'time-zone', 'interval', 'cpu-hz']

/** What an analysis draws on, and how much of it the files hold. */
export function checklistOf(upload: Upload): Check[] {
  const included = upload.sources.filter((source) => source.included)
  return [cpuTrace(included), logs(upload, included), clock(upload), hostSettings(upload)]
}

function cpuTrace(sources: readonly Source[]): Check {
  const traces = sources.filter(({ observes }) => observes === 'cpu')
  return {
    label: 'CPU trace',
    state: traces.length > 0 ? 'done' : 'missing',
    detail: traces.length > 0 ? sourceCounts(traces) : 'none in these files',
  }
}

function logs(upload: Upload, sources: readonly Source[]): Check {
  const requests = sources.filter(({ observes }) => observes && observes !== 'cpu')
  const logged = new Set(requests.flatMap(({ domains }) => domains.map(({ domain }) => domain)))
  const guests = guestsOf(upload)
  const covered = guests.filter((guest) => logged.has(guest))
  const open = isAsked(upload, ['duration-unit', 'virtual-hosts', 'domain'])
  const label = guests.length > 0 ? `Logs ${covered.length}/${guests.length}` : 'Logs'
  if (open) return { label, state: 'open', detail: 'needs an answer' }
  const without = guests.filter((guest) => !logged.has(guest))
  return {
    label,
    state: covered.length > 0 && without.length === 0 ? 'done' : 'missing',
    detail:
      covered.length === 0
        ? 'none in these files'
        : without.length > 0
          ? `none of ${formatItems(without)}`
          : sourceCounts(requests),
  }
}

function clock(upload: Upload): Check {
  const open = isAsked(upload, CLOCK)
  return {
    label: 'Clock',
    state: open ? 'open' : 'done',
    detail: open ? 'needs an answer' : 'every file says when it began',
  }
}

function hostSettings({ hostFacts }: Upload): Check {
  const { scheduler, tsliceMs, domains } = hostFacts
  const weighed = domains.filter(({ weight }) => weight !== null)
  const parts = [
    scheduler ? scheduler.value : null,
    tsliceMs ? `time slice ${tsliceMs.value} ms` : null,
    weighed.length > 0 ? `weights of ${formatCounted(weighed.length, 'guest')}` : null,
  ].flatMap((part) => part ?? [])
  return {
    label: 'Settings of the host',
    state: weighed.length > 0 ? 'done' : 'missing',
    detail: weighed.length > 0 ? formatItems(parts) : 'weights not known: 256 assumed',
  }
}

function isAsked({ openQuestions }: Upload, ids: readonly string[]): boolean {
  return openQuestions.some(({ questionId }) => ids.includes(questionId))
}
