import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Installs a package that the product does not depend on into a folder that is removed when the
 * process ends, and loads it.
 * @param version fixed, so that every run compares with the same version
 * @throws Error that names what is missing
 */
export function installPeer(name: string, version: string): unknown {
  const folder = mkdtempSync(path.join(tmpdir(), 'steelyard-peer-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`]
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' })
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    throw new Error(`${name} ${version}, needed for the comparison, cannot be installed: ${reason}`)
  }
  return createRequire(path.join(folder, 'node_modules', 'index.js'))(name)
}
