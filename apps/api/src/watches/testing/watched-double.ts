import * as contract from '@steelyard/contract'
import type { Observation } from '@steelyard/traces'
import type { DoubleOptions, XenHostDouble } from '@steelyard/xen/testing'
import { expect } from 'vitest'
import { expectStatus, type HostClient, installGuestKey } from '../../hosts/testing/host-client.ts'
import { WATCH_CHANNEL } from '../../queue/listener.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { loadWindows } from '../../windows/window-rows.ts'

export interface WatchedDouble {
  hostId: string
  host: XenHostDouble
  /** The guest vm1, whose log has a request every 0.2 s. */
  guest: XenHostDouble
}

/** A host that is watched with the log of vm1, as far as the API can do that. */
export async function startWatchedDouble(
  client: HostClient,
  settings: Partial<contract.WatchSettings> = {},
  options: DoubleOptions = {},
): Promise<WatchedDouble> {
  const host = await client.startDouble({ speed: 1, ...options })
  const { id: hostId } = await client.enrol(host)
  const guest = await client.startDouble({ speed: 1, username: 'www' })
  await setUpLog(client, hostId, guest)
  const body = { intervalSeconds: 1, ...settings }
  expectStatus(await client.call(contract.setWatch, { params: { id: hostId }, body }), 200)
  return { hostId, host, guest }
}

async function setUpLog(client: HostClient, hostId: string, guest: XenHostDouble): Promise<void> {
  const vm1 = async () => (await client.get(hostId)).domains.find(({ name }) => name === 'vm1')!
  const params = { id: hostId, domainId: (await vm1()).id }
  const body = {
    address: '127.0.0.1',
    port: guest.port,
    username: guest.username,
    path: '/var/log/apache2/access.log',
    logFormat: '%h %l %u %t "%r" %>s %b %D',
  }
  const set = expectStatus(await client.call(contract.setGuestLog, { params, body }), 202)
  await waitForJob(client.api.deps, set.job.id)
  installGuestKey(guest, (await vm1()).guestLog!)
  const fingerprint = { fingerprint: guest.hostKeyFingerprint }
  const confirmed = await client.call(contract.confirmGuestLog, { params, body: fingerprint })
  await waitForJob(client.api.deps, expectStatus(confirmed, 202).job.id)
}

/** The stored windows of 10 s of a domain. */
export async function windowsOf(
  { api }: HostClient,
  hostId: string,
  domain = 'vm1',
): Promise<Observation[]> {
  const range = { fromEpochSeconds: 0, toEpochSeconds: 2 ** 31 }
  const all = await loadWindows(api.deps.db, hostId, 10, range)
  return all.filter((each) => each.domain === domain)
}

/** By the stamps in its log, however late the lines come. */
export const REQUESTS_PER_WINDOW = 50

/**
 * The windows of vm1 that the log covers from beginning to end, up to the newest that has all its
 * requests: lines come in order, so nothing of these can still be on its way.
 */
export async function wholeWindows(client: HostClient, hostId: string): Promise<Observation[]> {
  const covered = (await windowsOf(client, hostId)).filter(
    ({ requests }) => requests?.coveredSeconds === 10,
  )
  const newest = covered.findLastIndex(({ requests }) => requests!.arrivals === REQUESTS_PER_WINDOW)
  return covered.slice(0, newest + 1)
}

/** No window may be missing between the first and the last one, and no request in any of them. */
export function expectComplete(windows: readonly Observation[]): void {
  const first = windows[0]!.windowStartEpochSeconds
  expect(
    windows.map(({ windowStartEpochSeconds, requests }) => [
      windowStartEpochSeconds - first,
      requests!.arrivals,
    ]),
  ).toEqual(windows.map((_, index) => [10 * index, REQUESTS_PER_WINDOW]))
}

/** Waits until the watch has stored or said something after which the condition holds. */
export async function waitForWatch(
  { api: { deps } }: HostClient,
  hostId: string,
  isReached: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    let unsubscribe = () => {}
    const changed = new Promise<void>((resolve) => {
      unsubscribe = deps.listener.subscribe(WATCH_CHANNEL, hostId, resolve)
    })
    try {
      if (await isReached()) return
      await changed
    } finally {
      unsubscribe()
    }
  }
}
