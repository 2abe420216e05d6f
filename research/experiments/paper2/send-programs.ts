import { execFileSync } from 'node:child_process'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'

const MAX_BYTES = 2 ** 27

/**
 * Copies programs of this machine, with those of their libraries that a guest lacks, into the guest,
 * which has no network to install them from. Both are Debian, so what is there already will do.
 */
export async function sendPrograms(
  host: XenHost,
  guest: number,
  programs: readonly string[],
): Promise<void> {
  const files = programs.map(fileOf)
  const libraries = execFileSync('ldd', files, { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => / => (\/\S+) /.exec(line)?.[1] ?? [])
  const wanted = [...files, ...new Set(libraries)].join('\n')
  const list = 'while read -r file; do [ -e "$file" ] || echo "$file"; done'
  const missing = (await host.runInGuest(guest, list, `${wanted}\n`)).split('\n').filter(Boolean)
  const archive = execFileSync('tar', ['-czhf', '-', '--absolute-names', ...missing], {
    maxBuffer: MAX_BYTES,
  })
  await host.runInGuest(guest, 'base64 -d | tar -xzP', archive.toString('base64'))
}

function fileOf(program: string): string {
  const find = ['-c', 'PATH=$PATH:/usr/sbin; command -v "$1"', 'sh', program]
  try {
    return execFileSync('sh', find, { encoding: 'utf8' }).trim()
  } catch {
    throw new Error(`This experiment needs ${program} on this machine.`)
  }
}
