/** What happened after one process was killed. */
export interface KillRow {
  killed: string
  /** Until the next whole way from a file to its analysis had begun and ended; null if not waited for. */
  throughSeconds: number | null
  /** Until living agents held all watches in fair shares; null for what holds none. */
  rebalancedSeconds: number | null
  uploadsSoFar: number
}

/** A table in Markdown, as docs/guides/several-machines.md has it. */
export function killTable(rows: readonly KillRow[]): string {
  const seconds = (count: number | null) => (count === null ? '–' : `${count.toFixed(0)} s`)
  const lines = rows.map(
    ({ killed, throughSeconds, rebalancedSeconds, uploadsSoFar }) =>
      `| ${killed} | ${seconds(throughSeconds)} | ${seconds(rebalancedSeconds)} | ${uploadsSoFar} |`,
  )
  return [
    '| killed | next upload analysed after | watches in fair shares after | uploads so far |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}
