import { jainFairness } from '@steelyard/simulator'
import { type Column, percent, textTable } from '../../accuracy/report/text-table.ts'
import type { Paper1Result, PlayedPolicy } from './paper1-result.ts'

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Part of the answers that came within so many milliseconds. */
const within = ({ pingsMs }: PlayedPolicy, ms: number) =>
  percent(pingsMs.filter((each) => each <= ms).length / pingsMs.length)

const columns: Column<PlayedPolicy>[] = [
  { title: 'policy', text: ({ name }) => name },
  { title: 'answers', text: ({ pingsMs }) => String(pingsMs.length) },
  { title: 'mean', text: ({ pingsMs }) => `${meanOf(pingsMs).toFixed(1)} ms` },
  { title: 'within 10 ms', text: (played) => within(played, 10) },
  { title: '20 ms', text: (played) => within(played, 20) },
  { title: 'Mbit/s', text: ({ stream }) => stream.mbitPerSecond.toFixed(1) },
  {
    title: 'CPU of the six',
    text: ({ stream }) => stream.cpuShares.map((share) => percent(share)).join(' '),
  },
  { title: 'Jain', text: ({ stream }) => jainFairness(stream.cpuShares).toFixed(4) },
]

export function showPaper1({ policies }: Paper1Result): string {
  return textTable(columns, policies)
}
