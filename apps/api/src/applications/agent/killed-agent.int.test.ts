import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../../hosts/testing/host-client.ts'
import { startAgent } from '../../testing/start-agent.ts'
import { PASSWORD } from '../../testing/test-api.ts'

let client: HostClient
let double: XenHostDouble
let hostId: string
let agent: ChildProcess
let log = ''

beforeAll(async () => {
  client = await startHostClient({ agent: false })
  double = await client.startDouble()
  agent = await start()
  hostId = (await client.enrol(double)).id
})
afterAll(async () => {
  agent.kill('SIGKILL')
  await client.close()
})

/** The real process, all of whose output is kept. */
const start = () =>
  startAgent(client.api.deps.config, (chunk) => {
    log += chunk
  })

const EQUAL = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }

/** Kills the agent at the next command that contains this text, and starts another. */
function endAt(text: string, signal: 'SIGKILL' | 'SIGTERM', beforeRestart = () => {}) {
  return new Promise<void>((resolve, reject) => {
    double.beforeCommand = (line) => {
      if (!line.includes(text)) return
      double.beforeCommand = () => {}
      agent.kill(signal)
      once(agent, 'exit')
        .then(async () => {
          beforeRestart()
          agent = await start()
        })
        .then(resolve, reject)
    }
  })
}

const planFor = (weights: Record<string, number>): Promise<contract.Plan> =>
  client.plan({ hostId, weights })
const stepsOf = ({ steps }: contract.Application) => steps.map(({ kind }) => kind)

/** Expects positions without gaps or repetitions: no step is missing from the record. */
function expectWholeRecord({ steps }: contract.Application): void {
  expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1))
}

describe('an agent that is killed in the middle', () => {
  it('during an application, and again during the roll-back, is succeeded by one that finishes it', async () => {
    const plan = await planFor({ vm1: 384, vm3: 128 })
    const between: Record<string, number>[] = []
    let second: Promise<void> | undefined
    const first = endAt('-w 384', 'SIGKILL', () => {
      between.push(weightsOf(double))
      second = endAt('-w 256', 'SIGKILL', () => between.push(weightsOf(double)))
    })
    const accepted = await client.apply(plan)
    await first
    await second
    expect(between).toMatchObject([
      { vm1: 384, vm3: 128 },
      { vm1: 256, vm3: 128 },
    ])
    const ended = await client.ended(accepted)
    expect(ended).toMatchObject({
      state: 'rolled-back',
      trouble: { code: 'interrupted' },
      canRollBack: false,
    })
    expect(ended.statement).toMatch(/^The agent was stopped in the middle.*earlier values/)
    expect(stepsOf(ended)).toEqual([
      'started',
      'rechecked',
      'setting',
      'read-back',
      'setting',
      'rolling-back',
      'restoring',
      'rolling-back',
      'restoring',
      'restored',
      'finished',
    ])
    expectWholeRecord(ended)
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
  })

  it('before it has sent anything leaves the plan unapplied', async () => {
    const plan = await planFor({ vm1: 384 })
    const restarted = endAt('xl info', 'SIGKILL')
    const accepted = await client.apply(plan)
    await restarted
    const sent = setsSent(double).length
    const ended = await client.ended(accepted)
    expect(ended).toMatchObject({ state: 'failed', trouble: { code: 'interrupted' } })
    expect(ended.statement).toMatch(/Nothing was changed on the host\.$/)
    expect(setsSent(double)).toHaveLength(sent)
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
  })

  it('during a roll-back is succeeded by one that completes it', async () => {
    const applied = await client.ended(await client.apply(await planFor({ vm1: 384, vm3: 128 })))
    expect(applied.state).toBe('verified')
    const restarted = endAt('-w 256', 'SIGKILL')
    const accepted = await client.rollBack(applied.id)
    await restarted
    const ended = await client.ended(accepted)
    expect(ended).toMatchObject({ kind: 'roll-back', state: 'rolled-back', trouble: null })
    expectWholeRecord(ended)
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
  })

  it('by a request to stop rolls back first', async () => {
    const plan = await planFor({ vm1: 384, vm3: 128 })
    double.faults = { delayMs: 300 }
    const restarted = endAt('-w 128', 'SIGTERM', () => {
      expect(weightsOf(double)).toEqual(EQUAL)
    })
    const accepted = await client.apply(plan)
    await restarted
    double.faults = {}
    const ended = await client.ended(accepted)
    expect(ended).toMatchObject({
      state: 'rolled-back',
      trouble: {
        code: 'cancelled',
        message: 'It was stopped on the way: the process is stopping.',
      },
    })
    expectWholeRecord(ended)
    await client.expectRecordOf(double, hostId)
  })

  it('has written no secret into its log', () => {
    expect(log).toContain('job succeeded')
    for (const secret of [PASSWORD, 'PRIVATE KEY', 'openssh-key-v1']) {
      expect(log).not.toContain(secret)
    }
    const key = client.api.deps.config.secretKey
    for (const encoding of ['base64', 'hex'] as const) {
      expect(log).not.toContain(key.toString(encoding))
    }
  })
})
