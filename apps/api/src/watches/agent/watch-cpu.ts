import { watchXentop } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { nowSeconds } from '../../epoch.ts'
import { toTrouble } from '../../errors.ts'
import { hostTrouble } from '../../hosts/connection/host-trouble.ts'
import { findEnrolledHost } from '../../hosts/connection/open-host-shell.ts'
import { withHostShell } from '../../hosts/connection/with-host-shell.ts'
import { againAndAgain } from './again-and-again.ts'
import type { ObservedHost } from './observed-host.ts'

interface CpuToWatch {
  hostId: string
  intervalSeconds: number
}

/** Runs xentop on the host, in one SSH session for as long as that lasts, until the signal. */
export async function watchCpu(
  deps: Deps,
  watch: CpuToWatch,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  await againAndAgain(
    signal,
    () => session(deps, watch, host, signal),
    async (err) => {
      const trouble = toTrouble(hostTrouble(err))
      deps.log.info({ err, hostId: watch.hostId }, 'a watched host cannot be observed')
      host.hostFailed(trouble)
    },
  )
}

async function session(
  deps: Deps,
  { hostId, intervalSeconds }: CpuToWatch,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  const enrolled = await findEnrolledHost(deps, hostId)
  await withHostShell(deps, enrolled, signal, async (shell) => {
    host.connected('cpu')
    try {
      // Each xentop ends after some thousand samples; the next one runs in the same session.
      while (!signal.aborted) {
        await watchXentop(shell, {
          intervalSeconds,
          signal,
          nowSeconds,
          onSample: (at, text) => host.cpuSample(at, text),
        })
        host.observer.cpuLost()
      }
    } finally {
      host.observer.cpuLost()
      host.disconnected('cpu')
    }
  })
}
