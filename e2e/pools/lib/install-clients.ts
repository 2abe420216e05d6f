import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { inRoot } from '../../../scripts/lib/paths.ts'

const run = promisify(execFile)
const XEN_API = 'xen-api@4.7.6'
const PYPI = 'XenAPI==26.21.1'
/** They are no dependencies of the product, so no lock file has them. */
const directory = inRoot('node_modules/.cache/steelyard-pool-clients')

export const npmClient = path.join(directory, 'node_modules/xen-api/index.mjs')
export const python = path.join(directory, 'venv/bin/python')

/** Installs two programs that know XAPI from elsewhere, unless they are there already. */
export async function installClients(): Promise<void> {
  if (!existsSync(npmClient)) {
    const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
    await run('npm', ['install', ...quiet, '--prefix', directory, XEN_API])
  }
  if (!existsSync(python)) await run('python3', ['-m', 'venv', path.join(directory, 'venv')])
  await run(python, ['-m', 'pip', 'install', '--quiet', PYPI])
}
