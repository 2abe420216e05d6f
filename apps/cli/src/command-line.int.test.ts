import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type HostClient,
  PASSWORD,
  startAgentChores,
  startHostClient,
} from '@steelyard/api/testing'
import * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInTest } from './testing/run-in-test.ts'

const SAMPLE = path.join(import.meta.dirname, '../../../samples/paper-table3-equal')

let client: HostClient
let double: XenHostDouble
let address: string
let secret: string
let home: string
let env: Record<string, string>
beforeAll(async () => {
  client = await startHostClient({ worker: true })
  double = await client.startDouble()
  address = await client.api.app.listen({ host: '127.0.0.1', port: 0 })
  secret = (await client.api.as('operator')).secret
  home = mkdtempSync(path.join(os.tmpdir(), 'steelyard-cli-'))
  env = { XDG_CONFIG_HOME: home }
})
afterAll(async () => {
  await client.close()
  rmSync(home, { recursive: true, force: true })
})

const steelyard = (args: string[], more: { input?: string; env?: Record<string, string> } = {}) =>
  runInTest(args, { input: more.input, env: { ...env, ...more.env } })

/** Expects success, and no secret in anything that was printed. */
async function json(args: string[], more: Parameters<typeof steelyard>[1] = {}) {
  const { exitCode, output, errors } = await steelyard([...args, '--json'], more)
  expect(exitCode, errors).toBe(0)
  for (const hidden of [secret, PASSWORD]) expect(output + errors).not.toContain(hidden)
  return JSON.parse(output)
}

describe('signing in', () => {
  it('refuses a wrong token, keeps nothing, and shows no part of it', async () => {
    const wrong = `${secret.slice(0, -4)}AAAA`
    const { exitCode, output, errors } = await steelyard(['login', address], { input: wrong })
    expect(exitCode).toBe(2)
    expect(errors).toMatch(/\(401 /)
    expect(output + errors).not.toContain(wrong)
    const next = await steelyard(['hosts'])
    expect(next).toMatchObject({ exitCode: 1, errors: expect.stringContaining('steelyard login') })
  })

  it('reads the token from the input, and keeps it where only its owner reads', async () => {
    await json(['login', address], { input: `${secret}\n` })
    const file = path.join(home, 'steelyard/login.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ address, token: secret })
    expect((await json(['whoami'])).user.permissions).toContain('plans:apply')
  })

  it('never sends the stored token to the address of the environment', async () => {
    const { exitCode, errors } = await steelyard(['hosts'], {
      env: { STEELYARD_ADDRESS: 'http://127.0.0.1:9' },
    })
    expect(exitCode).toBe(1)
    expect(errors).toContain('without STEELYARD_TOKEN')
  })

  it('says when nothing answers', async () => {
    const { exitCode, errors } = await steelyard(['hosts'], {
      env: { STEELYARD_ADDRESS: 'http://127.0.0.1:9', STEELYARD_TOKEN: 'some' },
    })
    expect(exitCode).toBe(5)
    expect(errors).toMatch(/did not answer/)
  })

  it('is forgotten, and done again by the program itself', async () => {
    await json(['logout'])
    expect((await steelyard(['whoami'])).exitCode).toBe(1)
    const program = path.join(import.meta.dirname, '../steelyard.mjs')
    const child = spawn(process.execPath, [program, 'login', address], {
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: home, STEELYARD_TOKEN: secret },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(child.exitCode).toBe(0)
    expect(output).toMatch(/^Signed in to /)
    expect((await json(['whoami'])).address).toBe(address)
  })
})

describe('from a recording to its roll-back', () => {
  let hostId: string
  let hostName: string
  let uploadId: string
  let analysisId: string

  it('lists the hosts', async () => {
    const host = await client.enrol(double)
    hostId = host.id
    hostName = host.name
    const { output } = await steelyard(['hosts'])
    expect(output).toMatch(new RegExp(`^${hostName} .* connected +${hostId}$`, 'm'))
  })

  it('sends a folder, and only the rest of it after an interruption', async () => {
    const begun = await client.call(contract.createUpload, { body: { name: 'cut', hostId } })
    uploadId = begun.body.id
    const file = path.join(SAMPLE, 'xentop.log.gz')
    const size = statSync(file).size
    const half = readFileSync(file).subarray(0, Math.floor(size / 2))
    const sent = await fetch(`${address}/api/v1/uploads/${uploadId}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from('xentop.log.gz').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: half,
    })
    expect(sent.status).toBe(201)
    const upload = contract.Upload.parse(await json(['upload', SAMPLE, '--resume', uploadId]))
    const resumed = upload.files.filter(({ name }) => name === 'xentop.log.gz')
    expect(resumed).toMatchObject([{ complete: true, receivedBytes: size, sizeBytes: size }])
    expect(upload.state).toBe('ready')
    expect(upload.sources.map(({ path }) => path)).toContain('access/vm1.log.gz')
    // Once more: nothing is sent twice.
    const again = await json(['upload', SAMPLE, '--resume', uploadId])
    expect(again.files).toHaveLength(upload.files.length)
  })

  it('judges targets, and its exit code says the verdict', async () => {
    const args = ['analyse', uploadId, '--target', 'vm1=1ms', '--target', 'vm2=60s']
    const { exitCode, output, errors } = await steelyard(args)
    expect(exitCode, errors).toBe(3)
    expect(output).toMatch(/^(saturated|(probably-)?misses): /)
    expect(output).toMatch(/^vm1 +256 .* 1 ms +no$/m)
    expect(output).toMatch(/^vm2 +256 .* 60 s +yes$/m)
    analysisId = /^Analysis (\S+)$/m.exec(output)![1]!
  })

  it('exports a table', async () => {
    const { exitCode, output } = await steelyard(['export', analysisId, '--table', 'windows'])
    expect(exitCode).toBe(0)
    expect(output.split('\n')[0]).toMatch(/domain/)
    expect(output.split('\n').length).toBeGreaterThan(10)
    const file = path.join(home, 'errors.json')
    const args = ['export', analysisId, '--table', 'errors', '--format', 'json', '--output', file]
    expect((await steelyard(args)).exitCode).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveLength(0)
    expect((await steelyard(args)).exitCode).toBe(1) // never over a file that is there
  })

  it('plans, asks for what applying takes, applies and rolls back', async () => {
    const made = await json(['plan', '--host', hostName, '--weight', 'vm1=332'])
    expect(made).toMatchObject({ canApply: true, commands: ['xl sched-credit -d 1 -w 332'] })
    const unasked = await steelyard(['apply', made.id])
    expect(unasked).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--yes') })
    expect(unasked.errors).toContain('xl sched-credit -d 1 -w 332')
    const wrong = await steelyard(['apply', made.id, '--yes'], { input: 'not the password\n' })
    expect(wrong.exitCode).toBe(2)
    const without = await steelyard(['apply', made.id, '--yes'])
    expect(without).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('STEELYARD_PASSWORD'),
    })
    expect(double.host.domains.find(({ name }) => name === 'vm1')?.weight).toBe(256)

    const applied = await json(['apply', made.id, '--yes'], { input: `${PASSWORD}\n` })
    expect(applied).toMatchObject({ kind: 'apply', state: 'verified' })
    expect(double.host.domains.find(({ name }) => name === 'vm1')?.weight).toBe(332)
    const restored = await json(['roll-back', applied.id, '--yes'], {
      env: { STEELYARD_PASSWORD: PASSWORD },
    })
    expect(restored).toMatchObject({ kind: 'roll-back', state: 'rolled-back' })
    expect(double.host.domains.find(({ name }) => name === 'vm1')?.weight).toBe(256)
  })

  it('plans what an analysis is asked for', async () => {
    const { ownWeights } = await json(['plan', analysisId, '--weight', 'vm1=300'])
    expect(ownWeights).toContainEqual({ domain: 'vm1', weight: 300 })
  })

  it('applies nothing with a token that may not', async () => {
    const made = await json(['plan', '--host', hostName, '--weight', 'vm1=333'])
    const reader = await client.api.as('operator', ['hosts:read', 'plans:read', 'jobs:read'])
    const { exitCode, errors } = await steelyard(['apply', made.id, '--yes'], {
      env: {
        STEELYARD_ADDRESS: address,
        STEELYARD_TOKEN: reader.secret,
        STEELYARD_PASSWORD: PASSWORD,
      },
    })
    expect(exitCode).toBe(2)
    expect(errors).toMatch(/\(403 forbidden, request /)
    expect(double.host.domains.find(({ name }) => name === 'vm1')?.weight).toBe(256)
  })

  it('records the host', async () => {
    const recorded = await json(['record', hostName, '--seconds', '10'])
    expect(recorded).toMatchObject({ state: 'ready', hostId })
  })

  it('says of a file what is wrong with it, and where', async () => {
    const folder = mkdtempSync(path.join(home, 'bad-'))
    writeFileSync(path.join(folder, 'notes.txt'), 'nothing that is known\n')
    const { exitCode, output, errors } = await steelyard(['upload', folder, '--host', hostName])
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
    expect(errors).toMatch(/^ {2}at: notes\.txt$/m)
    expect(errors).toMatch(/^ {2}what helps: Remove it/m)
  })
})

it('follows a watched host, and says when one is not watched', async () => {
  const host = await client.enrol(await client.startDouble())
  const refused = await steelyard(['watch', host.name])
  expect(refused).toMatchObject({ exitCode: 2, errors: expect.stringContaining('not watched') })
  await client.call(contract.setWatch, { params: { id: host.id }, body: { intervalSeconds: 1 } })
  const chores = startAgentChores(client.api.deps)
  try {
    const { exitCode, output } = await steelyard(['watch', host.name, '--windows', '1', '--json'])
    expect(exitCode).toBe(0)
    const windows = output
      .trim()
      .split('\n')
      .map((line) => contract.WatchedWindow.parse(JSON.parse(line)))
    expect(windows).toHaveLength(1)
    expect(windows[0]!.domains.map(({ domain }) => domain)).toContain('vm1')
  } finally {
    await chores.stop()
  }
})
