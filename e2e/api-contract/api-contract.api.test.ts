import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { startHeartbeat, startTestApi, type TestApi } from '@steelyard/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { exitCodeOf } from '../../scripts/lib/run-command.ts'

const schemathesis = inRoot('node_modules/.cache/schemathesis/bin/schemathesis')
const settings = path.join(import.meta.dirname, 'schemathesis.toml')

/** Schemathesis keeps notes about crashes where it runs. */
const notes = mkdtempSync(path.join(os.tmpdir(), 'steelyard-schemathesis-'))
let api: TestApi
let stopHearts: () => Promise<unknown>
beforeAll(async () => {
  api = await startTestApi()
  const stops = await Promise.all([
    startHeartbeat({ ...api.deps, instance: 'a worker' }, 'worker'),
    startHeartbeat({ ...api.deps, instance: 'an agent' }, 'agent'),
  ])
  stopHearts = () => Promise.all(stops.map((stop) => stop()))
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await stopHearts()
  await api.close()
  rmSync(notes, { recursive: true, force: true })
})

describe('the API', () => {
  // Some minutes, and many more on a busy machine.
  it('keeps every promise of its OpenAPI document, whatever it is sent', {
    timeout: 30 * 60_000,
  }, async () => {
    const { port } = api.app.server.address() as AddressInfo
    const document = `http://127.0.0.1:${port}/api/v1/openapi.json`
    const { secret } = await api.as('administrator')
    // One worker: its generators share caches that two threads now and then corrupt.
    const args = ['--config-file', settings, 'run', document, '--workers', '1']
    const env = { STEELYARD_TOKEN: secret }
    expect(await exitCodeOf(schemathesis, args, { env, cwd: notes })).toBe(0)
  })
})
