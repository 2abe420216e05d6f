import type { Reproduction, ReproductionRow, Status } from './reproduction.ts'

export const statuses: readonly Status[] = [
  'reproduced',
  'partly',
  'not reproduced',
  'implemented',
  'not applicable',
]

/** Counts the rows by status. */
export function tally(rows: readonly ReproductionRow[]): Record<Status, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>
  for (const { status } of rows) counts[status]++
  return counts
}

/** Formats for a terminal, row by row, because the texts are too long for columns. */
export function showReproduction({ title, rows }: Reproduction): string {
  const counts = tally(rows)
  const sum = statuses.map((status) => `${counts[status]} ${status}`).join(', ')
  return [`${title}\n${'='.repeat(title.length)}`, ...rows.map(showRow), sum].join('\n\n')
}

function showRow(row: ReproductionRow): string {
  return [
    `${row.where}: ${row.status}`,
    `  published   ${row.published}`,
    `  ours        ${row.ours}`,
    `  difference  ${row.difference}`,
    `  why         ${row.why}`,
    `  in          ${row.implementedIn}`,
  ].join('\n')
}
