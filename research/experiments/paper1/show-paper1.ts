import { jainFairness } from '@steelyard/simulator'
import { type Column, percent, textTable } from '../../../bench/index.ts'
import type { Paper1Result, PlayedPolicy } from './paper1-result.ts'
import { sumUpPings } from './sum-up-pings.ts'

const columns: Column<PlayedPolicy>[] = [
  { title: 'policy', text: ({ name }) => name },
  { title: 'answers', text: ({ pingsMs }) => String(pingsMs.length) },
  { title: 'mean', text: ({ pingsMs }) => `${sumUpPings(pingsMs).meanMs.toFixed(1)} ms` },
  { title: 'within 10 ms', text: ({ pingsMs }) => percent(sumUpPings(pingsMs).withinTenMs) },
  { title: '20 ms', text: ({ pingsMs }) => percent(sumUpPings(pingsMs).withinTwentyMs) },
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
