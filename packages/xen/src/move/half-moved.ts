import type { RemoteShell } from '../remote-shell.ts'
import type { ListedDomain } from '../xl/parse-list.ts'

/** How xl names a domain that arrives, at first not at all, and one that has left and is about to be destroyed. */
const HALF_MOVED = /--(?:incoming|migratedaway)$|^\(null\)$/

export function isHalfMoved({ name }: Pick<ListedDomain, 'name'>): boolean {
  return HALF_MOVED.test(name)
}

/** Whether xl hands over a guest from this host right now, whoever began that. */
export async function isHandingOver(shell: RemoteShell): Promise<boolean> {
  const { exitCode } = await shell.run({ verb: 'move-processes' })
  return exitCode === 0
}
