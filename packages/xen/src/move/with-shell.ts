import type { RemoteShell } from '../remote-shell.ts'

/** Opens a connection anew each time, because a move outlives connections. */
export type OpenShell = () => Promise<RemoteShell>

/** The host that a guest leaves, and the one that it goes to. */
export interface MoveEnds {
  from: OpenShell
  to: OpenShell
}

export async function withShell<Result>(
  open: OpenShell,
  use: (shell: RemoteShell) => Promise<Result>,
): Promise<Result> {
  const shell = await open()
  try {
    return await use(shell)
  } finally {
    await shell.close()
  }
}
