import type { LabRun } from '@steelyard/contract'
import {
  formatCount,
  formatCounted,
  formatItems,
  formatTargetMs,
  formatWholePercent,
} from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { Disclosure } from '../ui/disclosure.tsx'

/** Lists every run of the same kind for the same host. */
export function EarlierRuns({
  runs,
  shownId,
  onChoose,
}: {
  runs: readonly LabRun[]
  shownId: string | undefined
  onChoose: (id: string) => void
}) {
  if (runs.length < 2) return null
  return (
    <Disclosure summary={`All ${runs.length} lab runs`}>
      <ul className="space-y-1">
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              aria-pressed={run.id === shownId}
              onClick={() => onChoose(run.id)}
              className="min-h-8 w-full rounded-md px-2 py-1 text-left text-sm hover:bg-sunken aria-pressed:bg-accent-soft"
            >
              {formatDateTime(run.createdAt)}: {runWords(run)}
              {run.state === 'succeeded' ? '' : ` (${run.state})`}
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

type RealTimeQuestion = Extract<LabRun['question'], { kind: 'real-time' }>

/** Summarises a run's question. */
export function runWords({ question }: Pick<LabRun, 'question'>): string {
  switch (question.kind) {
    case 'boost':
      return `loans of ${formatCount(question.creditLine)} credits, repaid with ${formatWholePercent(question.repaymentShare)} of the income${question.sweep ? ', and other loans' : ''}`
    case 'real-time':
      return realTimeWords(question)
    case 'pinning':
      return 'ways to pin the vCPUs'
    default:
      return 'every lever by itself'
  }
}

function realTimeWords({ realTime, others, pCpus }: RealTimeQuestion): string {
  const jobs = realTime.map(
    ({ name, executionMs, periodMs }) =>
      `${name} ${formatTargetMs(executionMs)} every ${formatTargetMs(periodMs)}`,
  )
  return `${formatItems(jobs)} with ${formatCounted(others.length, 'other')} on ${formatCounted(pCpus, 'pCPU')}`
}
