import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const candidates = ['/var/lib/steelyard', '/var/tmp/steelyard']

export function isInRootOwnedDirectory(target: string): boolean {
  return candidates.includes(path.dirname(path.resolve(target)))
}

/**
 * A directory that other accounts can reach but only root can change. It is used when the checkout is
 * below a closed directory such as /root. Since programs are run from it, anything that another
 * account could have prepared is refused.
 */
export function rootOwnedDirectory(): string {
  const problems: string[] = []
  for (const directory of candidates) {
    try {
      makeOpenDirectory(directory)
      assertOnlyRootCanChange(directory)
      return directory
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`found no place that PostgreSQL can reach: ${problems.join('; ')}`)
}

function makeOpenDirectory(directory: string): void {
  if (lstatSync(directory, { throwIfNoEntry: false })) return
  mkdirSync(directory)
  chmodSync(directory, 0o755) // whatever the umask says
}

/** Throws unless `target` is a real file or directory that is owned by root and that only root can write. */
export function assertOnlyRootCanChange(target: string): void {
  const found = lstatSync(target)
  const safe = found.uid === 0 && !found.isSymbolicLink() && (found.mode & 0o022) === 0
  if (!safe) throw new Error(`${target} is not owned by root alone; remove it and start again`)
}
