import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { followGuestLog } from './follow-guest-log.ts'
import type { FollowOptions, GuestLogConnection } from './guest-log.ts'

const PATH = '/var/log/apache2/access.log'

let guest: Fixture
beforeEach(async () => {
  guest = await startFixture({ username: 'www', speed: 20 })
})
afterEach(() => guest.stop())

async function follow(options: Partial<FollowOptions> = {}, path = PATH) {
  const connection: GuestLogConnection = { ...guest.connection, path }
  const chunks: Buffer[] = []
  const facts = await followGuestLog(connection, {
    seconds: 1,
    maxBytes: 1e6,
    nowSeconds: () => guest.double.nowSeconds - 60,
    sink: (chunk) => void chunks.push(chunk),
    ...options,
  })
  return { facts, text: Buffer.concat(chunks).toString() }
}

describe('followGuestLog', () => {
  it('keeps whole lines that were written meanwhile, and reads the clock from the first line', async () => {
    const progress: number[] = []
    const { facts, text } = await follow({ onProgress: ({ bytes }) => progress.push(bytes) })
    expect(facts.bytes).toBe(Buffer.byteLength(text))
    expect(text).toMatch(/^(10\.77\.0\.2 - - \[.*\] "GET \S+ HTTP\/1\.1" 200 11 6400\n)+$/)
    const { hostMinusOursSeconds, uncertaintySeconds } = facts.clock!
    expect(Math.abs(hostMinusOursSeconds - 60)).toBeLessThanOrEqual(uncertaintySeconds + 1e-6)
    expect(progress[0]).toBe(0)
    expect(guest.double.commands).toEqual([
      `date +%s.%N; test -r ${PATH} || exit 66; timeout 1 tail -n 0 -F ${PATH}`,
    ])
  })

  it('ends properly when the recording of the host is over', async () => {
    const over = new AbortController()
    const sink = () => over.abort()
    const { facts } = await follow({ seconds: 3600, until: over.signal, sink })
    expect(facts.bytes).toBeGreaterThan(0)
    expect(facts.recordedSeconds).toBeLessThan(3600)
  })

  it('is cancelled in any other case', async () => {
    const controller = new AbortController()
    const sink = () => controller.abort()
    const following = follow({ seconds: 3600, signal: controller.signal, sink })
    await expect(following).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('reports that the log cannot be read', async () => {
    guest.double.faults = { withoutLog: true }
    await expect(follow()).rejects.toMatchObject({
      code: 'command-failed',
      message: `The account in the guest cannot read ${PATH}.`,
    })
  })

  it('reveals nothing to a guest whose key is not the pinned one', async () => {
    guest.double.changeHostKey()
    await expect(follow()).rejects.toMatchObject({ code: 'host-key-changed' })
    expect(guest.double.authenticationAttempts).toBe(0)
  })

  it('bounds the size of a log', async () => {
    await expect(follow({ maxBytes: 200, seconds: 60 })).rejects.toMatchObject({
      code: 'too-large',
    })
  })

  it('ends with the connection', async () => {
    const following = follow({ seconds: 60, sink: () => guest.double.cutConnections() })
    await expect(following).rejects.toMatchObject({ code: 'connection-lost' })
  })

  it('refuses a path that a shell would read differently, before anything is sent', async () => {
    await expect(follow({}, '/a; reboot')).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(guest.double.connections).toBe(0)
  })
})
