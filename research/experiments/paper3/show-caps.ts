import { mean } from 'simple-statistics'
import { type Column, percent, textTable } from '../../../bench/index.ts'
import type { CapsResult, PlayedWay } from './caps-result.ts'
import { outcomeOf } from './outcome-of.ts'

const list = (caps: readonly number[][]) => caps.map((each) => each.join('+')).join(', ')

const columns: Column<PlayedWay>[] = [
  { title: 'caps', text: ({ name }) => name },
  { title: 'jobs', text: (way) => String(outcomeOf(way).jobs) },
  { title: 'missed', text: (way) => percent(outcomeOf(way).missedPart) },
  { title: 'hashes done', text: (way) => percent(outcomeOf(way).doneWithin) },
  { title: 'others: at work', text: ({ othersShare }) => percent(mean(othersShare.atWork)) },
  { title: 'in pauses', text: ({ othersShare }) => percent(mean(othersShare.inPauses)) },
  { title: 'caps: at work', text: ({ caps }) => list(caps.atWork) },
  { title: 'in pauses', text: ({ caps }) => list(caps.inPauses) },
]

export function showCaps({ ways }: CapsResult): string {
  return textTable(columns, ways)
}
