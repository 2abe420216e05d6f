import { type Column, percent, textTable } from '../../../bench/index.ts'
import { outcomeOf } from './outcome-of.ts'
import type { Paper3Result, PlayedPolicy } from './paper3-result.ts'

const columns: Column<PlayedPolicy>[] = [
  { title: 'policy', text: ({ name }) => name },
  { title: 'tasks', text: (played) => String(outcomeOf(played).tasks) },
  { title: 'without a miss', text: (played) => String(outcomeOf(played).free) },
  { title: 'jobs', text: (played) => String(outcomeOf(played).jobs) },
  { title: 'missed', text: (played) => percent(outcomeOf(played).missedPart) },
  { title: 'hashes done', text: (played) => percent(outcomeOf(played).doneWithin) },
  { title: 'its CPU', text: ({ ownShare }) => percent(ownShare) },
  { title: 'CPU of the others', text: ({ othersShare }) => percent(othersShare) },
]

export function showPaper3({ policies }: Paper3Result): string {
  return textTable(columns, policies)
}
