import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { waitForJob } from '../testing/wait-for-job.ts'

let client: HostClient
let agent: ChildProcess
beforeAll(async () => {
  client = await startHostClient({ agent: false })
  agent = await startAgent()
})
afterAll(async () => {
  agent.kill('SIGKILL')
  await client.close()
})

/** Starts the real process. */
async function startAgent(): Promise<ChildProcess> {
  const { auditKey, databaseUrl, secretKey, dataDir } = client.api.deps.config
  const entry = path.join(import.meta.dirname, '../main-agent.ts')
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

describe('an agent that is stopped in the middle of a recording', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s is succeeded by one that cleans up and reports it',
    async (signal) => {
      const { deps } = client.api
      const double = await client.startDouble({ speed: 1 })
      const { id } = await client.enrol(double)
      const reply = await client.call(contract.startRecording, {
        params: { id },
        body: { seconds: 600, trace: true },
      })
      const { upload, job } = expectStatus(reply, 202)
      await waitForJob(deps, job.id, ({ progress }) => {
        const { stage, done } = (progress ?? {}) as Partial<contract.JobProgress>
        return stage === 'Recording' && (done ?? 0) >= 1
      })
      expect(double.recorders.tracing.on).toBe(true)
      agent.kill(signal)
      await once(agent, 'exit')
      agent = await startAgent()
      const ended = await waitForJob(deps, job.id)
      expect(ended).toMatchObject({ state: 'failed', error: { code: 'interrupted' } })
      const { body } = await client.call(contract.getUpload, { params: { id: upload.id } })
      expect(body).toMatchObject({ state: 'refused', files: [], trouble: { code: 'interrupted' } })
      expect(await readdir(deps.config.uploadDir)).toEqual([])
      expect(double.recorders.tracing.on).toBe(false)
      expect((await client.get(id)).recording).toBeNull()
      const events = await deps.db.auditEvent.findMany({ where: { targetId: upload.id } })
      expect(events).toMatchObject([{ action: 'recording.finish', outcome: 'failed' }])
    },
  )
})
