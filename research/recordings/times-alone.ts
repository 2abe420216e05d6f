const KEPT = ['sched_s', 'resp_s', 'status', 'error']

/**
 * Keeps only the columns of a client's table from which its times are read. No cell contains a
 * comma.
 */
export function timesAlone(csv: string): string {
  const [header, ...lines] = csv.trimEnd().split('\n')
  const columns = header!.split(',')
  const indices = KEPT.map((name) => columns.indexOf(name))
  const rows = lines.map((line) => {
    const cells = line.split(',')
    return indices.map((index) => cells[index]).join(',')
  })
  return `${[KEPT.join(','), ...rows].join('\n')}\n`
}
