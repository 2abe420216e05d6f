import type { RemoteShell } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { type EnrolledHost, openHostShell } from './open-host-shell.ts'

/**
 * Connects, lets `use` read from the host, and disconnects. An abort disconnects at once, so that a
 * host that does not answer cannot delay the stop. Do not use it for changes, which have to be
 * undone first.
 * @throws HostError; AppError as `openHostShell` does; any error of `use`
 */
export async function withHostShell<Result>(
  deps: Deps,
  host: EnrolledHost,
  signal: AbortSignal | undefined,
  use: (shell: RemoteShell) => Promise<Result>,
): Promise<Result> {
  const shell = await openHostShell(deps, host, signal)
  const hangUp = () => void shell.close()
  signal?.addEventListener('abort', hangUp)
  try {
    return await use(shell)
  } finally {
    signal?.removeEventListener('abort', hangUp)
    await shell.close()
  }
}
