import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { startAgent } from '../../testing/start-agent.ts'
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

it('an agent that is killed is succeeded by one that goes on where its windows end', async () => {
  const { hostId } = await startWatchedDouble(client)
  const whole = () => wholeWindows(client, hostId)
  agent = await startAgent(client.api.deps.config)
  await waitForWatch(client, hostId, async () => (await whole()).length >= 1)
  agent.kill('SIGKILL')
  await once(agent, 'exit')
  const before = (await whole()).length
  agent = await startAgent(client.api.deps.config)
  // The CPU is not written down anywhere: what it did without an agent is a gap, and whole windows of
  // it come later than those of the requests, which the log still holds.
  const withCpu = (windows: Awaited<ReturnType<typeof whole>>) =>
    windows.filter(({ cpu }) => (cpu?.coveredSeconds ?? 0) > 8)
  await waitForWatch(client, hostId, async () => {
    const windows = await whole()
    return windows.length >= before + 3 && withCpu(windows).length > 1
  })
  const windows = await whole()
  expectComplete(windows)
  expect(withCpu(windows).length).toBeGreaterThan(1)
}, 300_000)
