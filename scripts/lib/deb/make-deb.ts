import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeBundle } from '../bundle/make-bundle.ts'
import { inRoot } from '../paths.ts'
import { installedPostgres, restoreSymlinks } from '../postgres/postgres-binaries.ts'
import { run } from '../run-command.ts'

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Where the package keeps the product. */
const HOME = 'usr/lib/steelyard'

const FILES: [from: string, to: string, mode: number][] = [
  ['steelyard.service', 'usr/lib/systemd/system/steelyard.service', 0o644],
  ['steelyardctl', 'usr/sbin/steelyardctl', 0o755],
  ['steelyard', 'usr/bin/steelyard', 0o755],
  ['steelyard.env', 'etc/steelyard/steelyard.env', 0o640],
  ['defaults.env', `${HOME}/defaults.env`, 0o644],
  ['copyright', 'usr/share/doc/steelyard/copyright', 0o644],
  ['postinst', 'DEBIAN/postinst', 0o755],
  ['prerm', 'DEBIAN/prerm', 0o755],
  ['postrm', 'DEBIAN/postrm', 0o755],
]

/** What goes into the package, in a directory that can be packed more than once. */
export async function makePackageTree(): Promise<string> {
  const tree = mkdtempSync(path.join(os.tmpdir(), 'steelyard-deb-'))
  chmodSync(tree, 0o755)
  const home = path.join(tree, HOME)
  await makeBundle(home)
  const node = path.join(home, 'bin/node')
  mkdirSync(path.dirname(node))
  cpSync(realpathSync(inRoot('node_modules/.bin/node')), node)
  const postgres = installedPostgres()
  const native = path.join(home, path.relative(inRoot(), postgres))
  cpSync(postgres, native, { recursive: true, verbatimSymlinks: true })
  cpSync(path.join(postgres, '../package.json'), path.join(native, '../package.json'))
  restoreSymlinks(native)
  // What Next.js keeps while it runs has its place where the service may write.
  symlinkSync('/var/cache/steelyard', path.join(home, 'apps/web/.next/cache'))
  for (const [from, to, mode] of FILES) {
    const target = path.join(tree, to)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(inRoot('deploy/debian', from), target)
    chmodSync(target, mode)
  }
  writeFileSync(path.join(tree, 'DEBIAN/conffiles'), '/etc/steelyard/steelyard.env\n')
  makeReadable(home)
  return tree
}

/** Packs the tree as a revision of this release. */
export async function packDeb(tree: string, file: string, revision: number): Promise<void> {
  const { version, description } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const control = [
    'Package: steelyard',
    `Version: ${version}-${revision}`,
    `Architecture: ${ARCHITECTURES[process.arch]}`,
    'Maintainer: The Steelyard authors <steelyard@example.org>',
    `Installed-Size: ${Math.ceil(bytesIn(tree) / 1024)}`,
    'Depends: libc6 (>= 2.34), libstdc++6, libgcc-s1, passwd, util-linux, init-system-helpers',
    'Recommends: openssh-client',
    'Section: admin',
    'Priority: optional',
    `Description: ${description}`,
    ' With its own Node.js and PostgreSQL, as a service of systemd.',
  ]
  writeFileSync(path.join(tree, 'DEBIAN/control'), `${control.join('\n')}\n`)
  // Both releases read zstd, which packs in a tenth of the time that xz takes.
  const how = ['--root-owner-group', '-Zzstd', '-z12', '--build', tree, file]
  await run('dpkg-deb', 'dpkg-deb', how, { quiet: true })
}

export async function makeDeb(file: string, revision: number): Promise<void> {
  const tree = await makePackageTree()
  try {
    await packDeb(tree, file, revision)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/** Whatever the umask of who builds it, every account may read it, and only root change it. */
function makeReadable(target: string): void {
  const found = lstatSync(target)
  if (found.isSymbolicLink()) return
  chmodSync(target, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (!found.isDirectory()) return
  for (const name of readdirSync(target)) makeReadable(path.join(target, name))
}

function bytesIn(target: string): number {
  const found = lstatSync(target)
  if (!found.isDirectory()) return found.size
  return readdirSync(target).reduce((sum, name) => sum + bytesIn(path.join(target, name)), 0)
}
