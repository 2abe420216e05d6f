import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostCommand } from '../host-command.ts'
import type { RemoteShell, StreamOptions } from '../remote-shell.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'

const TRACE: HostCommand = { verb: 'xentrace', seconds: 60 }
const NO_LIMITS = { timeoutMs: 60_000, maxBytes: 1e9 }

let fixture: Fixture
let shell: RemoteShell
beforeEach(async () => {
  fixture = await startFixture({ speed: 100 })
  shell = await fixture.connect()
})
afterEach(() => fixture.stop())

const stream = (command: HostCommand, options: Partial<StreamOptions>) =>
  shell.stream(command, { sink() {}, ...NO_LIMITS, ...options })

describe('a stream', () => {
  it('passes on every byte in order, and the error output', async () => {
    const chunks: Buffer[] = []
    const sink = (chunk: Buffer) => void chunks.push(chunk)
    const end = await stream(TRACE, { sink })
    expect(end).toEqual({ exitCode: 0, stderr: 'change evtmask to 0x2f000\n', bytes: 22540 })
    expect(Buffer.concat(chunks).length).toBe(22540)
  })

  it('makes the host wait for a slow sink', async () => {
    fixture.double.faults = { floodXentrace: true }
    let goOn: () => void = () => {}
    const first = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let calls = 0
    const controller = new AbortController()
    const streaming = stream(TRACE, {
      sink: () => {
        calls += 1
        return first
      },
      signal: controller.signal,
    }).catch(() => 'stopped')
    // The double prints all the time. The amount that it can send stops growing when the windows
    // are full.
    let printed = -1
    while (fixture.double.recorders.printedBytes !== printed || calls === 0) {
      printed = fixture.double.recorders.printedBytes
      await sleep(200)
    }
    expect(calls).toBe(1)
    expect(printed).toBeLessThan(10e6)
    goOn()
    while (fixture.double.recorders.printedBytes <= printed) await sleep(20)
    controller.abort()
    expect(await streaming).toBe('stopped')
  })

  it.each([
    ['its signal', 'cancelled', { signal: AbortSignal.timeout(300) }],
    ['its time', 'timeout', { timeoutMs: 300 }],
    ['its size', 'too-large', { maxBytes: 100_000 }],
  ])('is stopped by %s, and the connection stays open', async (_what, code, options) => {
    fixture.double.faults = { floodXentrace: true }
    let bytes = 0
    const sink = (chunk: Buffer) => {
      bytes += chunk.length
    }
    await expect(stream(TRACE, { sink, ...options })).rejects.toMatchObject({ code })
    if (code === 'too-large') expect(bytes).toBeLessThanOrEqual(100_000)
    const soFar = bytes
    expect((await shell.run({ verb: 'info' })).exitCode).toBe(0)
    expect(bytes).toBe(soFar)
    while ((await shell.run({ verb: 'trace-readers' })).exitCode === 0) await sleep(10)
  })

  it('ends with the error of the sink', async () => {
    const full = new Error('full')
    const sink = async () => {
      throw full
    }
    await expect(stream(TRACE, { sink })).rejects.toBe(full)
    expect((await shell.run({ verb: 'info' })).exitCode).toBe(0)
  })

  it('ends with the connection, even while the sink is busy', async () => {
    const sink = () => {
      fixture.double.cutConnections()
      return new Promise<void>(() => {})
    }
    await expect(stream(TRACE, { sink })).rejects.toMatchObject({ code: 'connection-lost' })
    await expect(stream(TRACE, {})).rejects.toMatchObject({ code: 'connection-lost' })
  })

  it('reports a program that was killed', async () => {
    fixture.double.faults = { killXentrace: true }
    await expect(stream(TRACE, {})).rejects.toMatchObject({
      code: 'command-failed',
      detail: 'SIGKILL',
    })
  })

  it('runs nothing beyond the allow-list', async () => {
    const command = { verb: 'xentrace', seconds: '60 /etc/passwd' } as unknown as HostCommand
    await expect(stream(command, {})).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(fixture.double.commands).toEqual([])
  })
})
