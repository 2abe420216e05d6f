/** One request as the client measured it; times by the clock of the host. */
export interface ClientRequest {
  startEpochSeconds: number
  /** Null when it was not answered. */
  seconds: number | null
}

/** Reads a table that replay.c wrote. No cell contains a comma. */
export function clientRequests(csv: string): ClientRequest[] {
  const [header, ...lines] = csv.trim().split('\n')
  const columns = header!.split(',')
  const [start, response, status] = ['start_epoch', 'resp_s', 'status'].map((name) =>
    columns.indexOf(name),
  )
  return lines.map((line) => {
    const cells = line.split(',')
    const isAnswered = cells[status!] === '200'
    return {
      startEpochSeconds: Number(cells[start!]),
      seconds: isAnswered ? Number(cells[response!]) : null,
    }
  })
}
