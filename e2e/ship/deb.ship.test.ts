import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackageTree, packDeb } from '../../scripts/lib/deb/make-deb.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { podman, ULIMITS } from './lib/podman.ts'
import { makeRoot } from './lib/roots.ts'
import { seccompProfileOf } from './lib/unit-filter.ts'

// The package for Debian, in fresh roots of both releases that it is for. There is no systemd that
// runs here, so the unit itself is read and judged, but not started: the product of the package is
// started by runc instead, under its account, with a read-only root, without capabilities, and with the
// unit's filter of system calls.

const UNIT = 'usr/lib/systemd/system/steelyard.service'
const MAX_EXPOSURE = 2
const SETTINGS = 'etc/steelyard/steelyard.env'

const run = promisify(execFile)
const measured = (what: string, value: string) => console.info(`MEASURED ${what}: ${value}`)

const unit = inRoot('deploy/debian/steelyard.service')
let work: string
let filter: string
let tree: string | undefined
const deb = (revision: number) => path.join(work, `steelyard-${revision}.deb`)

beforeAll(async () => {
  work = mkdtempSync(path.join(os.tmpdir(), 'steelyard-ship-deb-'))
  filter = path.join(work, 'filter.json')
  writeFileSync(filter, seccompProfileOf(readFileSync(unit, 'utf8')))
  const start = Date.now()
  tree = await makePackageTree()
  for (const revision of [1, 2]) await packDeb(tree, deb(revision), revision)
  measured('both packages made', `${Math.round((Date.now() - start) / 1000)} s`)
  measured('package', `${Math.round(statSync(deb(1)).size / 1e6)} MB`)
})
afterAll(() => {
  for (const each of [work, tree]) if (each) rmSync(each, { recursive: true, force: true })
})

test('the unit is exposed to little', async () => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', unit])
  const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])
  measured('exposure of the unit', String(exposure))
  expect(exposure).toBeLessThanOrEqual(MAX_EXPOSURE)
})

describe.each(['bookworm', 'trixie'] as const)('on %s', (suite) => {
  let root: string
  const inRootOf = (...parts: string[]) => path.join(root, ...parts)
  const inChroot = async (...command: string[]) => (await run('chroot', [root, ...command])).stdout
  const container = `steelyard-deb-${suite}`

  beforeAll(async () => {
    root = path.join(work, suite)
    await makeRoot(suite, root, ['systemd'])
  })

  test('it is installed, for an account of its own', async () => {
    cpSync(deb(1), inRootOf('steelyard.deb'))
    await inChroot('dpkg', '--install', '/steelyard.deb')
    expect(await inChroot('getent', 'passwd', 'steelyard')).toMatch(/\/usr\/sbin\/nologin\n$/)
    expect(await inChroot('stat', '-c', '%a %U:%G', `/${SETTINGS}`)).toBe('640 root:steelyard\n')
    expect(await inChroot('stat', '-c', '%a %U', '/var/lib/steelyard')).toBe('700 steelyard\n')
    const notOfRoot = [
      'find',
      '/usr/lib/steelyard',
      '!',
      '-user',
      'root',
      '-o',
      '-perm',
      '/o+w',
      '!',
    ]
    expect(await inChroot(...notOfRoot, '-type', 'l')).toBe('')
    const wanted = 'etc/systemd/system/multi-user.target.wants/steelyard.service'
    expect(await inChroot('readlink', `/${wanted}`)).toMatch(
      /\/lib\/systemd\/system\/steelyard\.service\n$/,
    )
  })

  test('systemd finds nothing wrong with its unit', async () => {
    const { stdout, stderr } = await run('systemd-analyze', [
      'verify',
      `--root=${root}`,
      `/${UNIT}`,
    ])
    // Of the release's own units it may know less than that release.
    expect(stdout + stderr).not.toContain('steelyard.service')
  })

  test('what it installed serves and backs up, as the account that it made', async () => {
    const start = Date.now()
    await startProduct()
    measured(`ready on ${suite}`, `${((Date.now() - start) / 1000).toFixed(1)} s`)
    const backup = '/var/lib/steelyard/steelyard.backup'
    const { stdout } = await podman('exec', container, 'steelyardctl', 'backup', backup)
    expect((await podman('exec', container, 'steelyard', '--help')).stdout).toContain('analyse')
    expect(stdout).toContain(`${backup} holds `)
    await podman('stop', '--time', '60', container)
    expect((await podman('wait', container)).stdout.trim()).toBe('0')
    await podman('rm', container)
    expect(existsSync(inRootOf('var/lib/steelyard/pg/PG_VERSION'))).toBe(true)
  })

  test('an upgrade keeps the settings and the data', async () => {
    appendFileSync(inRootOf(SETTINGS), 'STEELYARD_LOG_LEVEL=warn\n')
    cpSync(deb(2), inRootOf('steelyard.deb'))
    await inChroot('dpkg', '--install', '/steelyard.deb')
    expect(await inChroot('dpkg-query', '--show', 'steelyard')).toMatch(/-2\n$/)
    expect(readFileSync(inRootOf(SETTINGS), 'utf8')).toContain('STEELYARD_LOG_LEVEL=warn')
    expect(existsSync(inRootOf('var/lib/steelyard/steelyard.backup'))).toBe(true)
    await startProduct()
    await podman('rm', '--force', '--time', '60', container)
  })

  test('a removal leaves the settings and the data, and a purge nothing', async () => {
    await inChroot('dpkg', '--remove', 'steelyard')
    expect(existsSync(inRootOf('usr/lib/steelyard'))).toBe(false)
    expect(existsSync(inRootOf('usr/sbin/steelyardctl'))).toBe(false)
    expect(existsSync(inRootOf('usr/bin/steelyard'))).toBe(false)
    expect(existsSync(inRootOf(SETTINGS))).toBe(true)
    expect(existsSync(inRootOf('var/lib/steelyard/pg/PG_VERSION'))).toBe(true)
    await inChroot('dpkg', '--purge', 'steelyard')
    rmSync(inRootOf('steelyard.deb'))
    const places = ['/etc', '/usr', '/var/lib', '/var/cache', '/run']
    const left = await inChroot('find', ...places, '-name', '*steelyard*')
    expect(left).toBe('')
  })

  /** As the unit would: its account, its settings, and no place to write but its own. */
  async function startProduct(): Promise<void> {
    await podman(
      ...['run', '--detach', '--init', '--name', container, ...ULIMITS],
      ...['--user', 'steelyard', '--read-only', '--cap-drop', 'ALL'],
      ...['--security-opt', 'no-new-privileges', '--security-opt', `seccomp=${filter}`],
      ...['--tmpfs', '/tmp'],
      ...['lib', 'cache'].flatMap((each) => {
        const place = `/var/${each}/steelyard`
        return ['--volume', `${inRootOf(place)}:${place}`]
      }),
      ...['--env-file', inRootOf('usr/lib/steelyard/defaults.env')],
      ...['--workdir', '/usr/lib/steelyard', '--rootfs', root],
      ...['/usr/lib/steelyard/bin/node', '/usr/lib/steelyard/lib/start.js'],
    )
    for (;;) {
      const { stdout, stderr } = await podman('logs', container)
      if (stdout.includes('Steelyard is ready')) return
      const state = await podman('inspect', '--format', '{{.State.Status}}', container)
      if (state.stdout.trim() !== 'running') throw new Error(`${stdout}${stderr}`)
      await sleep(500)
    }
  }
})
