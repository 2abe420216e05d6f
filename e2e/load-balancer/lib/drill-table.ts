export interface DrillRow {
  step: string
  idlePCpus: number | null
  /** What HAProxy says of itself. */
  idlePercent: number
  queuedRequests: number
  advised: number | null
  haproxyThreads: number
  answered: number
  lost: number
}

const columns: [string, (row: DrillRow) => string][] = [
  ['what happens', (row) => row.step],
  ['idle pCPUs', (row) => row.idlePCpus?.toFixed(1) ?? '-'],
  ['HAProxy idle', ({ idlePercent }) => `${idlePercent} %`],
  ['queued', ({ queuedRequests }) => String(queuedRequests)],
  ['advised threads', (row) => String(row.advised ?? 'keep')],
  ['HAProxy runs', (row) => String(row.haproxyThreads)],
  ['answered so far', (row) => String(row.answered)],
  ['lost so far', (row) => String(row.lost)],
]

export function drillTable(rows: readonly DrillRow[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, of]) => of(row))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)))
  return cells
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join('  '),
    )
    .join('\n')
}
