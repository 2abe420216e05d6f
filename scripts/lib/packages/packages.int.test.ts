import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startTestApi, type TestApi } from '@steelyard/api/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../program-of.ts'
import { packApiTypes } from './pack-api-types.ts'
import { packCommandLine } from './pack-command-line.ts'

const run = promisify(execFile)
let api: TestApi
let directory: string
let project: string

// As somebody else gets them: packed, and installed into a project that has nothing else.
beforeAll(async () => {
  api = await startTestApi()
  directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-packages-'))
  project = path.join(directory, 'project')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  const { body } = await api.app.inject('/api/v1/openapi.json')
  const files = [await packApiTypes(directory, body), await packCommandLine(directory)]
  await run('npm', ['install', '--offline', '--no-audit', ...files], { cwd: project })
})
afterAll(async () => {
  await api.close()
  rmSync(directory, { recursive: true, force: true })
})

const PROGRAM = `import type { components, paths } from '@steelyard/api-types'

type Hosts = paths['/api/v1/hosts']['get']['responses'][200]['content']['application/json']
type NewAnalysis = NonNullable<
  paths['/api/v1/analyses']['post']['requestBody']
>['content']['application/json']

const verdicts: Record<string, string | null> = {}
const { data }: Hosts = await (await fetch('http://127.0.0.1/api/v1/hosts')).json()
for (const host of data) verdicts[host.name] = host.verdict

export const asked: NewAnalysis = { hostId: data[0]!.id, targets: [] }
export const isMissed = (host: components['schemas']['Host']) => host.verdict === 'misses'
`

/** What the compiler says of a program in the project; empty when it is satisfied. */
async function faultsOf(program: string): Promise<string> {
  const file = path.join(project, 'program.ts')
  writeFileSync(file, program)
  const args = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ]
  return run(process.execPath, [programOf('typescript', 'tsc'), ...args, file], {
    cwd: project,
  }).then(
    () => '',
    ({ stdout }) => stdout as string,
  )
}

test('a program of somebody else compiles against the types, and a wrong one does not', async () => {
  expect(await faultsOf(PROGRAM)).toBe('')
  expect(await faultsOf(PROGRAM.replace('host.verdict\n', 'host.verdikt\n'))).toMatch(/verdikt/)
  expect(await faultsOf(PROGRAM.replace("=== 'misses'", "=== 'mises'"))).toMatch(/no overlap/)
  expect(await faultsOf(PROGRAM.replace('targets: []', 'targets: [{ domain: 3 }]'))).toMatch(
    /not assignable/,
  )
})

test('the command line runs by its name, without any other package', async () => {
  const program = path.join(project, 'node_modules/.bin/steelyard')
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` }
  const { stdout } = await run(program, ['--help'], { env })
  expect(stdout).toMatch(/^Usage: steelyard COMMAND/)
  const token = (await api.as('viewer')).secret
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const hosts = await run(program, ['hosts', '--json'], {
    env: { ...env, STEELYARD_ADDRESS: address, STEELYARD_TOKEN: token },
  })
  expect(JSON.parse(hosts.stdout)).toEqual([])
})
