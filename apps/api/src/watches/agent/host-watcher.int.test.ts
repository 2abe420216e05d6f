import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import {
  expectComplete,
  startWatchedDouble,
  type WatchedDouble,
  waitForWatch,
  wholeWindows,
  windowsOf,
} from '../testing/watched-double.ts'
import { HostWatcher } from './host-watcher.ts'

let client: HostClient
let watcher: HostWatcher
let rounds: NodeJS.Timeout
beforeAll(async () => {
  client = await startHostClient()
  watcher = new HostWatcher(client.api.deps)
  rounds = setInterval(() => void watcher.round(), 500)
})
afterAll(async () => {
  clearInterval(rounds)
  await watcher.stop()
  await client.close()
})

const watchOf = async (hostId: string): Promise<contract.Watch> =>
  expectStatus(await client.call(contract.getWatch, { params: { id: hostId } }), 200).watch

const whole = ({ hostId }: WatchedDouble) => wholeWindows(client, hostId)

const until = (watched: WatchedDouble, isReached: () => Promise<boolean>) =>
  waitForWatch(client, watched.hostId, isReached)

/** A domain cannot use more than a pCPU for each of its vCPUs, of which vm1 has one. */
async function expectPlausibleCpu({ hostId }: WatchedDouble) {
  for (const { cpu } of await windowsOf(client, hostId)) {
    expect(cpu?.usedSeconds ?? 0).toBeGreaterThanOrEqual(0)
    expect(cpu?.usedSeconds ?? 0).toBeLessThanOrEqual(cpu?.coveredSeconds ?? 0)
  }
}

/** Waits until CPU times are observed again, in a window that begins from now on. */
async function untilCpuIsSeen(watched: WatchedDouble) {
  const now = Date.now() / 1000
  await until(watched, async () =>
    (await windowsOf(client, watched.hostId)).some(
      ({ windowStartEpochSeconds, cpu }) => windowStartEpochSeconds >= now && cpu !== null,
    ),
  )
}

describe.concurrent('a watched host', () => {
  it('is observed with the log of its guest, and its CPU', async () => {
    const watched = await startWatchedDouble(client)
    await until(watched, async () => (await whole(watched)).length >= 2)
    expectComplete(await whole(watched))
    const [, second] = await whole(watched)
    expect(second).toMatchObject({
      cpu: { source: 'xentop', runnableWaitSeconds: null },
      requests: { duration: { p95Seconds: expect.closeTo(0.0064, 3) } },
    })
    expect(second!.cpu!.coveredSeconds).toBeGreaterThan(8)
    const watch = await watchOf(watched.hostId)
    expect(watch).toMatchObject({ state: 'watching', trouble: null })
    expect(watch.logs).toMatchObject([{ domain: 'vm1', trouble: null, rejectedLines: 0 }])
  })

  it('that is cut off, with its guest, loses nothing that the log still holds', async () => {
    const watched = await startWatchedDouble(client)
    await until(watched, async () => (await whole(watched)).length >= 1)
    watched.guest.faults = { withoutLog: true } // until it has been tried and has failed
    watched.host.cutConnections()
    watched.guest.cutConnections()
    await until(watched, async () => (await watchOf(watched.hostId)).logs[0]?.trouble !== null)
    expect((await watchOf(watched.hostId)).logs[0]!.trouble).toMatchObject({
      message: expect.stringContaining('cannot read'),
    })
    watched.guest.faults = {}
    const before = (await whole(watched)).length
    await until(watched, async () => (await whole(watched)).length >= before + 2)
    expectComplete(await whole(watched))
    expect((await watchOf(watched.hostId)).logs[0]!.trouble).toBeNull()
  })

  it('whose xentop is refused is failing, says why, and still has the log', async () => {
    const withoutXentop = { username: 'steelyard', sudoAllows: /^xl / }
    const watched = await startWatchedDouble(client, {}, withoutXentop)
    await until(watched, async () => (await watchOf(watched.hostId)).state === 'failing')
    expect((await watchOf(watched.hostId)).trouble).toMatchObject({ code: 'permission-denied' })
    await until(watched, async () => (await whole(watched)).length >= 1)
    expect((await whole(watched))[0]!.cpu).toBeNull()
  })

  it('that reboots is observed again, and what its guests have used begins anew', async () => {
    const watched = await startWatchedDouble(client)
    await untilCpuIsSeen(watched)
    watched.host.reboot()
    await untilCpuIsSeen(watched)
    expect(await watchOf(watched.hostId)).toMatchObject({ state: 'watching', trouble: null })
    await expectPlausibleCpu(watched)
    expectComplete(await whole(watched)) // its guest is another machine, which went on
  })

  it('whose xentop dies is failing, says so, and is observed again once it runs', async () => {
    const watched = await startWatchedDouble(client)
    const state = async () => (await watchOf(watched.hostId)).state
    await until(watched, async () => (await state()) === 'watching')
    watched.host.faults = { killXentop: true }
    await until(watched, async () => (await state()) === 'failing')
    expect((await watchOf(watched.hostId)).trouble).toMatchObject({ code: 'command-failed' })
    watched.host.faults = {}
    await untilCpuIsSeen(watched)
    expect(await watchOf(watched.hostId)).toMatchObject({ state: 'watching', trouble: null })
    await expectPlausibleCpu(watched)
  })

  it('is left alone once the watch is removed', async ({ expect }) => {
    const watched = await startWatchedDouble(client, { guestLogs: false })
    await until(watched, async () => (await windowsOf(client, watched.hostId)).length > 0)
    const params = { id: watched.hostId }
    expect((await client.call(contract.removeWatch, { params })).status).toBe(204)
    await expect.poll(() => watched.host.openConnections).toBe(0)
  })

  it('is traced in bursts, which leave tracing off', async ({ expect }) => {
    const trace = { everyMinutes: 5, seconds: 5 }
    const watched = await startWatchedDouble(client, { trace, guestLogs: false })
    await until(watched, async () => (await watchOf(watched.hostId)).tracedAt !== null)
    await expect.poll(() => watched.host.recorders.tracing.on).toBe(true)
    await expect.poll(() => watched.host.recorders.tracing.on).toBe(false)
    expect(watched.host.recorders.collisions).toBe(0)
  })
})
