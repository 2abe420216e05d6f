import type { RemoteShell } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { type EnrolledHost, openHostShell } from './open-host-shell.ts'

/**
 * Connects, has `use` read from the host, hangs up. On abort it hangs up in the middle, so that a host
 * which does not answer keeps nobody from stopping. Not for changes: these are to be undone first.
 * @throws HostError; AppError as `openHostShell` does; what `use` throws
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
