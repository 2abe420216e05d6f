import { type Column, textTable } from '../../../bench/index.ts'
import type { Paper4Result, PlatformResult } from './paper4-result.ts'

const percent = (value: number | null | undefined) => (value == null ? '–' : value.toFixed(2))

const columns: Column<PlatformResult>[] = [
  { title: 'platform', text: ({ platform }) => platform },
  { title: 'machine', align: 'left', text: ({ machine }) => machine },
  { title: 'jobs', text: ({ pCpus }) => `${pCpus - 1} to ${pCpus}` },
  { title: 'batches', text: ({ batches }) => String(batches.length) },
  { title: 'run time + %', text: ({ assessment }) => percent(assessment.overheadPercent) },
  { title: 'at least', text: ({ assessment }) => percent(assessment.interval?.lowPercent) },
  { title: 'at most', text: ({ assessment }) => percent(assessment.interval?.highPercent) },
]

export function showPaper4({ platforms }: Paper4Result): string {
  return textTable(columns, platforms)
}
