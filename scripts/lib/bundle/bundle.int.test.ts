import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_THREAD } from '../testing/every-thread.ts'
import { bundlePrograms, PACKAGES_OF_BUNDLE } from './bundle-programs.ts'
import { copyPackages } from './copy-packages.ts'
import { LIBRARY, PROGRAMS } from './programs.ts'

// The programs alone, without the dashboard; `npm run test:ship` runs all that is shipped.

const run = promisify(execFile)
let directory: string

beforeAll(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-bundle-'))
  copyPackages(PACKAGES_OF_BUNDLE, directory)
  await bundlePrograms(directory)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const node = (...args: string[]) =>
  run(process.execPath, args, { cwd: directory, env: { PATH: process.env.PATH } })

test('each program is there, and none asks for TypeScript', () => {
  for (const name of Object.keys(PROGRAMS)) {
    expect(existsSync(path.join(directory, LIBRARY, `${name}.js`))).toBe(true)
  }
  for (const name of readdirSync(path.join(directory, LIBRARY))) {
    const text = readFileSync(path.join(directory, LIBRARY, name), 'utf8')
    expect(text).not.toMatch(/['"]tsx\/|new URL\(['"][^'"]+\.ts['"], import\.meta\.url\)/)
  }
})

test('everything that runs in threads starts', async () => {
  const { stdout } = await node('-e', EVERY_THREAD)
  expect(Number(stdout)).toBeGreaterThan(15)
})

test.each(['api', 'worker', 'agent'])('%s says which settings it needs', async (name) => {
  const started = node(`${LIBRARY}/${name}.js`)
  await expect(started).rejects.toThrow(/The configuration is not usable:[\s\S]*DATABASE_URL/)
})

test.each(['migrate', 'backup', 'restore', 'move-files', 'admin', 'audit'])(
  '%s says how it is used',
  async (name) => {
    await expect(node(`${LIBRARY}/${name}.js`)).rejects.toThrow(/DATABASE_URL|Usage:\s+node lib\//)
  },
)

test('the command line needs no setting to help', async () => {
  const { stdout } = await node(`${LIBRARY}/steelyard.js`, 'upload', '--help')
  expect(stdout).toMatch(/^Usage: steelyard upload PATH\.\.\./)
})
