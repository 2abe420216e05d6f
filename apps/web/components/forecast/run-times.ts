import { isCount, parseDecimal } from '../../lib/parse-number.ts'

/** One line of the form, as it was typed. */
export interface RunRow {
  jobs: string
  seconds: string
}

export interface Run {
  jobs: number
  runTimesSeconds: number[]
}

/** As in paper 4, which had four pCPUs: one guest fewer than pCPUs, and one on each. */
export const emptyRows: readonly RunRow[] = [
  { jobs: '3', seconds: '' },
  { jobs: '4', seconds: '' },
]

/** Numbers of seconds with spaces, semicolons or line ends between them; undefined for anything else. */
function secondsOf(text: string): number[] | undefined {
  const words = text.split(/[\s;]+/).filter((word) => word !== '')
  const seconds = words.map(parseDecimal)
  return seconds.every((each): each is number => each != null && each > 0 && each <= 1e7)
    ? seconds
    : undefined
}

/** Why a line is no run; nothing for one that is, or that is still empty. */
export function faultsOf({ jobs, seconds }: RunRow): { jobs?: string; seconds?: string } {
  return {
    ...(isCount(parseDecimal(jobs), 4096) ? {} : { jobs: 'A whole number from 1 to 4096' }),
    ...(secondsOf(seconds) ? {} : { seconds: 'Seconds, with spaces between them: 61.2 60.9' }),
  }
}

/** What was measured; null while a line is empty or faulty, or both have as many jobs. */
export function runsOf(rows: readonly RunRow[]): Run[] | null {
  if (rows.some((row) => Object.keys(faultsOf(row)).length > 0)) return null
  const runs = rows.map(({ jobs, seconds }) => ({
    jobs: parseDecimal(jobs)!,
    runTimesSeconds: secondsOf(seconds)!,
  }))
  if (runs.some(({ runTimesSeconds }) => runTimesSeconds.length === 0)) return null
  return new Set(runs.map(({ jobs }) => jobs)).size === runs.length ? runs : null
}
