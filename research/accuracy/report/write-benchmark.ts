import { markdownTable } from '../../../bench/index.ts'
import { AccuracyError } from '../accuracy-error.ts'
import type { AccuracyReport } from '../accuracy-report.ts'
import { benchmarkColumns } from './summary-tables.ts'

const [BEGIN, END] = ['<!-- table -->', '<!-- end of table -->']

/** Replaces the table of the document and keeps the text around it. */
export function writeBenchmark(document: string, report: AccuracyReport): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) {
    throw new AccuracyError(`The table goes between lines of ${BEGIN} and ${END}.`)
  }
  const scored = report.estimators.map(({ id }) => id)
  const names = report.recordings.map(({ name }) => `\`${name}\``).join(', ')
  const table = `On ${report.recordings.length} recordings (${names}):\n\n${markdownTable(benchmarkColumns(report), scored)}`
  return `${document.slice(0, from)}${BEGIN}\n\n${table}\n\n${document.slice(to)}`
}
