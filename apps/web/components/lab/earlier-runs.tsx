import type { LabRun } from '@steelyard/contract'
import {
  formatChosenPercent,
  formatCount,
  formatCounted,
  formatItems,
  formatTargetMs,
  formatWholePercent,
} from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { RunList } from '../ui/run-list.tsx'

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
    <RunList
      summary={`All ${runs.length} lab runs`}
      runs={runs}
      shownId={shownId}
      onChoose={onChoose}
      words={(run) => `${formatDateTime(run.createdAt)}: ${runWords(run)}`}
    />
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

function realTimeWords({ realTime, others, pCpus, allowancePercent }: RealTimeQuestion): string {
  const jobs = realTime.map(
    ({ name, executionMs, periodMs }) =>
      `${name} ${formatTargetMs(executionMs)} every ${formatTargetMs(periodMs)}`,
  )
  const allowance =
    allowancePercent > 0 ? `, given ${formatChosenPercent(allowancePercent)} more CPU time` : ''
  return `${formatItems(jobs)}${allowance}, with ${formatCounted(others.length, 'other')} on ${formatCounted(pCpus, 'pCPU')}`
}
