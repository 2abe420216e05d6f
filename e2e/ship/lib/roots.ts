import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const DOCUMENTS = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*']
const LISTS = 'rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*'

/**
 * Makes the root of a Debian as small as the official slim images, from the machine's mirror. `target`
 * is a directory, or a file that ends in .tar.
 */
export async function makeRoot(
  suite: 'bookworm' | 'trixie' | 'forky',
  target: string,
  packages: readonly string[] = [],
): Promise<void> {
  await execute('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', // without it, bookworm brings all of Perl
    ...(packages.length > 0 ? [`--include=${packages.join(',')}`] : []),
    '--aptopt=Apt::Install-Recommends "false"',
    // A mirror may lag behind, and a suite that is not released yet expires.
    '--aptopt=Acquire::Check-Valid-Until "false"',
    ...DOCUMENTS.map((each) => `--dpkgopt=path-exclude=${each}`),
    `--customize-hook=${LISTS}`,
    suite,
    target,
  ])
}
