import type { LabRun } from '@steelyard/contract'
import { formatCount, formatCounted, formatMs, formatWholePercent } from '../../lib/format.ts'

/** What a run was asked, in short. */
export function runWords({ question }: Pick<LabRun, 'question'>): string {
  switch (question.kind) {
    case 'boost':
      return `loans of ${formatCount(question.creditLine)} credits, ${formatWholePercent(question.repaymentShare)} of the income repays${question.sweep ? ', other loans tried too' : ''}`
    case 'real-time':
      return `${question.realTime
        .map(
          ({ name, executionMs, periodMs }) =>
            `${name} ${formatMs(executionMs)} every ${formatMs(periodMs)}`,
        )
        .join(
          ', ',
        )} beside ${formatCounted(question.others.length, 'other')} on ${formatCounted(question.pCpus, 'pCPU')}`
    case 'pinning':
      return 'ways to pin the vCPUs'
    default:
      return 'every lever by itself'
  }
}
