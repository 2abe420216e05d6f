import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { startAgent } from '../testing/start-agent.ts'
import { waitForJob } from '../testing/wait-for-job.ts'

let client: HostClient
let agent: ChildProcess
beforeAll(async () => {
  client = await startHostClient({ agent: false })
  agent = await startAgent(client.api.deps.config)
})
afterAll(async () => {
  agent.kill('SIGKILL')
  await client.close()
})

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
      agent = await startAgent(client.api.deps.config)
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
