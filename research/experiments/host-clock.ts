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

/** By how many seconds the host's clock fell behind ours from one moment to another. */
export function lagBetween(from: Moment, to: Moment): number {
  return to.ours - from.ours - (to.host - from.host)
}

/** When xentop was started on the host, which is when it takes its first sample. */
export async function startOfXentop(host: XenHost): Promise<number> {
  const said = await host.run(
    'cut -d" " -f22 /proc/$(pidof -s xentop)/stat; getconf CLK_TCK; cat /proc/uptime; date +%s.%N',
  )
  const [startTicks, ticksPerSecond, upSeconds, now] = said
    .trim()
    .split('\n')
    .map(Number.parseFloat)
  return now! - upSeconds! + startTicks! / ticksPerSecond!
}
