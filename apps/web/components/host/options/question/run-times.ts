import { isCount, parseDecimal } from '../../../../lib/parse-number.ts'

/** One batch of guests that ran at the same time, as typed. */
export interface RunRow {
  key: string
  jobs: string
  seconds: string
}

export interface Run {
  jobs: number
  runTimesSeconds: number[]
}

/**
 * The initial batches, as in paper 4: two with one guest fewer than pCPUs, and two with one guest
 * per pCPU.
 */
export function emptyRows(pCpus: number): RunRow[] {
  const rows: RunRow[] = []
  for (let batch = 0; batch < 4; batch++) rows.push(nextRow(rows, pCpus))
  return rows
}

/** Adds a batch of the other kind than the last one. */
export function nextRow(rows: readonly RunRow[], pCpus: number): RunRow {
  const jobs = rows.length % 2 === 0 ? pCpus - 1 : pCpus
  return { key: `batch-${rows.length + 1}`, jobs: String(jobs), seconds: '' }
}

/** Reads seconds separated by spaces, semicolons or line ends. Undefined for anything else. */
function secondsOf(text: string): number[] | undefined {
  const words = text.split(/[\s;]+/).filter((word) => word !== '')
  const seconds = words.map(parseDecimal)
  return seconds.every((each): each is number => each != null && each > 0 && each <= 1e7)
    ? seconds
    : undefined
}

/** Why a line is not a valid batch. Empty for a valid or a blank line. */
export function faultsOf(
  { jobs, seconds }: RunRow,
  pCpus: number,
): { jobs?: string; seconds?: string } {
  const count = parseDecimal(jobs)
  if (!isCount(count, pCpus)) {
    return { jobs: `From 1 to ${pCpus}, the number of pCPUs` }
  }
  const times = secondsOf(seconds)
  if (!times) return { seconds: 'Seconds, with spaces between them: 61.2 60.9' }
  return times.length > count!
    ? { seconds: 'One for each guest, with each batch on a line of its own' }
    : {}
}

/**
 * The measured batches, without blank lines. Null while a line is invalid or a kind of batch is
 * missing.
 */
export function runsOf(rows: readonly RunRow[], pCpus: number): Run[] | null {
  if (rows.some((row) => Object.keys(faultsOf(row, pCpus)).length > 0)) return null
  const runs = rows
    .map(({ jobs, seconds }) => ({
      jobs: parseDecimal(jobs)!,
      runTimesSeconds: secondsOf(seconds)!,
    }))
    .filter(({ runTimesSeconds }) => runTimesSeconds.length > 0)
  const isComplete =
    runs.some(({ jobs }) => jobs === pCpus) && runs.some(({ jobs }) => jobs < pCpus)
  return isComplete ? runs : null
}
