import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'

/** The same moment by our clock and by the host's, in seconds since the epoch. */
export interface Moment {
  ours: number
  host: number
}

export async function readClocks(host: XenHost): Promise<Moment> {
  const sent = Date.now() / 1000
  const shown = Number(await host.run('date +%s.%N'))
  return { ours: (sent + Date.now() / 1000) / 2, host: shown }
}

/** Seconds of the host per second of ours between two moments; below 1 in virtual time. */
export function rateBetween(from: Moment, to: Moment): number {
  return (to.host - from.host) / (to.ours - from.ours)
}
