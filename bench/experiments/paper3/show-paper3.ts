import { type Column, percent, textTable } from '../../accuracy/report/text-table.ts'
import type { Paper3Result, PlayedPolicy } from './paper3-result.ts'

const sum = ({ tasks }: PlayedPolicy, field: 'jobs' | 'missed') =>
  tasks.reduce((all, task) => all + task[field], 0)

const columns: Column<PlayedPolicy>[] = [
  { title: 'policy', text: ({ name }) => name },
  { title: 'tasks', text: ({ tasks }) => String(tasks.length) },
  {
    title: 'without a miss',
    text: ({ tasks }) => String(tasks.filter(({ missed }) => missed === 0).length),
  },
  { title: 'jobs', text: (played) => String(sum(played, 'jobs')) },
  { title: 'missed', text: (played) => percent(sum(played, 'missed') / sum(played, 'jobs')) },
  {
    title: 'hashes done',
    text: ({ tasks }) => percent(tasks.reduce((all, { done }) => all + done, 0) / tasks.length),
  },
  { title: 'its CPU', text: ({ ownShare }) => percent(ownShare) },
  { title: 'CPU of the others', text: ({ othersShare }) => percent(othersShare) },
]

export function showPaper3({ policies }: Paper3Result): string {
  return textTable(columns, policies)
}
