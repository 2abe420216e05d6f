/** What happened after one process was killed. */
export interface KillRow {
  killed: string
  /** Until the next whole way from a file to its analysis had begun and ended. */
  throughSeconds: number
  /** Until living agents held all watches in fair shares; null for what holds none. */
  rebalancedSeconds: number | null
  uploadsSoFar: number
}

/** A table in Markdown, as docs/guides/several-machines.md has it. */
export function killTable(rows: readonly KillRow[]): string {
  const lines = rows.map(
    ({ killed, throughSeconds, rebalancedSeconds, uploadsSoFar }) =>
      `| ${killed} | ${throughSeconds.toFixed(0)} s | ${rebalancedSeconds?.toFixed(0).concat(' s') ?? '–'} | ${uploadsSoFar} |`,
  )
  return [
    '| killed | next upload analysed after | watches in fair shares after | uploads so far |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}
