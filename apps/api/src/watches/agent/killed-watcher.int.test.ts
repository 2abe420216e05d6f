import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import {
  expectComplete,
  startWatchedDouble,
  waitForWatch,
  wholeWindows,
} from '../testing/watched-double.ts'

let client: HostClient
let agent: ChildProcess
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(async () => {
  agent?.kill('SIGKILL')
  await client.close()
})

async function startAgent(): Promise<ChildProcess> {
  const { auditKey, databaseUrl, secretKey, dataDir } = client.api.deps.config
  const entry = path.join(import.meta.dirname, '../../main-agent.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      STEELYARD_SSH_ALLOW: '127.0.0.0/8',
      STEELYARD_SECRET_KEY: secretKey.toString('base64'),
      STEELYARD_AUDIT_KEY: auditKey,
      STEELYARD_DATA_DIR: dataDir,
      STEELYARD_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

it('an agent that is killed is succeeded by one that goes on where its windows end', async () => {
  const { hostId } = await startWatchedDouble(client)
  const whole = () => wholeWindows(client, hostId)
  agent = await startAgent()
  await waitForWatch(client, hostId, async () => (await whole()).length >= 1)
  agent.kill('SIGKILL')
  await once(agent, 'exit')
  const before = (await whole()).length
  agent = await startAgent()
  await waitForWatch(client, hostId, async () => (await whole()).length >= before + 3)
  const windows = await whole()
  expectComplete(windows)
  // The CPU is not written down anywhere: what it did without an agent is a gap.
  const seen = windows.filter(({ cpu }) => (cpu?.coveredSeconds ?? 0) > 8)
  expect(seen.length).toBeGreaterThan(1)
})
