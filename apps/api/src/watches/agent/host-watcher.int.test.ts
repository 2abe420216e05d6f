import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import {
  startWatchedDouble,
  type WatchedDouble,
  waitForWatch,
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

/** Windows that the log covers from beginning to end. */
const whole = async ({ hostId }: WatchedDouble) =>
  (await windowsOf(client, hostId)).filter(({ requests }) => requests?.coveredSeconds === 10)

const until = (watched: WatchedDouble, isReached: () => Promise<boolean>) =>
  waitForWatch(client, watched.hostId, isReached)

const startsOf = (windows: { windowStartEpochSeconds: number }[]) =>
  windows.map(({ windowStartEpochSeconds }) => windowStartEpochSeconds)

/** Nothing may be missing between the first window and the last one. */
function expectWithoutGap(windows: Awaited<ReturnType<typeof whole>>) {
  const [first] = startsOf(windows)
  expect(startsOf(windows)).toEqual(windows.map((_, index) => first! + 10 * index))
  for (const { requests } of windows) expect(requests!.arrivals).toBe(50)
}

describe.concurrent('a watched host', () => {
  it('is observed with the log of its guest, and its CPU', async () => {
    const watched = await startWatchedDouble(client)
    await until(watched, async () => (await whole(watched)).length >= 2)
    expectWithoutGap(await whole(watched))
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
    await until(watched, async () => (await whole(watched)).length >= before + 3)
    expectWithoutGap(await whole(watched))
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

  it('is left alone once the watch is removed', async ({ expect }) => {
    const watched = await startWatchedDouble(client, { guestLogs: false })
    await until(watched, async () => (await windowsOf(client, watched.hostId)).length > 0)
    const params = { id: watched.hostId }
    expect((await client.call(contract.removeWatch, { params })).status).toBe(204)
    await expect.poll(() => watched.host.openConnections).toBe(0)
  })

  it('is traced in bursts, which leave tracing off', async ({ expect }) => {
    const trace = { everyMinutes: 5, seconds: 20 }
    const watched = await startWatchedDouble(client, { trace, guestLogs: false })
    await until(watched, async () => (await watchOf(watched.hostId)).tracedAt !== null)
    await expect.poll(() => watched.host.recorders.tracing.on).toBe(true)
    await expect.poll(() => watched.host.recorders.tracing.on).toBe(false)
    expect(watched.host.recorders.collisions).toBe(0)
  })
})
