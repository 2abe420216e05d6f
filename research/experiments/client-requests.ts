import type { PlayedLoad } from './play-load.ts'

/** One request as the client measured it; times by the clock of the host. */
export interface ClientRequest {
  startEpochSeconds: number
  /** By how much it was sent after its planned time. */
  lateSeconds: number
  /** Null when it was not answered. */
  seconds: number | null
}

/**
 * Reads a table that replay.c wrote. No cell contains a comma.
 *
 * @param zeroEpochSeconds the plan's second 0
 */
export function clientRequests(csv: string, zeroEpochSeconds: number): ClientRequest[] {
  const [header, ...lines] = csv.trim().split('\n')
  const columns = header!.split(',')
  const [planned, start, response, status] = ['sched_s', 'start_epoch', 'resp_s', 'status'].map(
    (name) => columns.indexOf(name),
  )
  return lines.map((line) => {
    const cells = line.split(',')
    const startEpochSeconds = Number(cells[start!])
    return {
      startEpochSeconds,
      lateSeconds: startEpochSeconds - zeroEpochSeconds - Number(cells[planned!]),
      seconds: cells[status!] === '200' ? Number(cells[response!]) : null,
    }
  })
}

/** What the clients of one guest measured in a load that was played. */
export function requestsSentTo(
  { clientTables, startEpochSeconds }: PlayedLoad,
  guest: string,
): ClientRequest[] {
  return clientRequests(clientTables.get(guest)!, startEpochSeconds)
}
