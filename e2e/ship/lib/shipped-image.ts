import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/lib/paths.ts'
import { podman, STORE, ULIMITS } from './podman.ts'

export const IMAGE = 'localhost/steelyard:local'

/** Builds the image of the Dockerfile as it is, with the registry and the cache of this machine's npm. */
export async function buildShippedImage(): Promise<void> {
  const cache = path.join(STORE, 'npm')
  mkdirSync(cache, { recursive: true })
  const setting = (name: string) => execFileSync('npm', ['config', 'get', name]).toString().trim()
  const settings = ['registry', 'cafile']
    .map((name) => [name, setting(name)])
    .filter(([, value]) => value !== 'null')
  const npmrc = path.join(STORE, 'npmrc')
  writeFileSync(npmrc, settings.map(([name, value]) => `${name}=${value}\n`).join(''))
  const mounts = [`${npmrc}:/root/.npmrc:ro`, `${cache}:/root/.npm`]
  if (existsSync('/etc/ssl/certs')) mounts.push('/etc/ssl/certs:/etc/ssl/certs:ro')
  await podman(
    // Nothing is kept of the stage that builds, which has 2 GB.
    ...['build', '--format', 'docker', '--layers=false', '--pull=never', '--network', 'host'],
    ...ULIMITS,
    ...mounts.flatMap((mount) => ['--volume', mount]),
    ...['--tag', IMAGE, root],
  )
}
