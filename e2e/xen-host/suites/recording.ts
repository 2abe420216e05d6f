import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectHost,
  endTracing,
  followGuestLog,
  type GuestLogConnection,
  generateHostKeyPair,
  guestLogKeyLine,
  type HostConnection,
  probeHostKey,
  type RecordedFile,
  type RecordOptions,
  type RemoteShell,
  readXlOutput,
  recordHost,
  type TracingEnd,
} from '@steelyard/xen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, keyFileOf } from '../lib/enrolment.ts'
import { hostWith } from '../lib/hosts.ts'
import { ACCOUNT, installGuestLogKey, LOG_PATH } from '../lib/install-access.ts'
import { runProgram, sshOptions } from '../lib/ssh.ts'
import type { HostHandle, XenHost } from '../lib/xen-host.ts'

const OFF: TracingEnd = { off: true, maskRestored: true, problem: null }
const XENTRACE = 'xentrace -D -S 256 -e 0x0002f000 -T 60 /dev/stdout'
/**
 * Counts the bytes that collect in an unread trace buffer in three seconds: 0.1 kB if tracing is
 * off.
 */
const GATHERED = 'sleep 3; xentrace -X -T 1 /dev/stdout 2>/dev/null | wc -c'
const QUIET_BYTES = 4_096

/** Tests live recording with the real xentop, xentrace and Apache, and what it leaves behind. */
export function describeRecording(scheduler: HostHandle['scheduler']): void {
  describe(`recording a host with sched=${scheduler}`, () => recording(scheduler))
}

function recording(scheduler: HostHandle['scheduler']): void {
  let host: XenHost
  let connection: HostConnection
  let shell: RemoteShell
  let files: Map<RecordedFile, Buffer[]>
  let ends: TracingEnd[]

  beforeAll(async () => {
    host = hostWith(scheduler)
    connection = await enrol(host)
    shell = await connectHost(connection)
  })
  afterAll(() => shell.close())

  function memory(name: RecordedFile): Writable {
    const chunks: Buffer[] = []
    files.set(name, chunks)
    return new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
  }

  function record(options: Partial<RecordOptions> = {}) {
    files = new Map()
    ends = []
    return recordHost(shell, {
      seconds: 8,
      intervalSeconds: 1,
      trace: true,
      files: memory,
      onTracingEnd: (end) => ends.push(end),
      reconnect: () => connectHost(connection),
      ...options,
    })
  }

  const bytesOf = (name: RecordedFile) => Buffer.concat(files.get(name) ?? [])
  const gathered = async () => Number(await host.run(GATHERED))
  const running = async () => (await host.tryRun('pidof xentrace xentop')).stdout.trim()

  async function expectNothingLeft(): Promise<void> {
    expect(await gathered()).toBeLessThan(QUIET_BYTES)
    expect(await running()).toBe('')
  }

  it('yields samples, events and tables, dated by the clock of the host', async () => {
    const before = Number(await host.run('date +%s.%N'))
    const facts = await record()
    const after = Number(await host.run('date +%s.%N'))
    const { xentop, trace } = facts
    expect(facts.scheduler.name).toBe(scheduler)
    for (const at of [xentop.firstSampleAtHostSeconds, xentop.lastSampleAtHostSeconds]) {
      expect(at).toBeGreaterThan(before)
      expect(at).toBeLessThan(after)
    }
    expect(xentop.uncertaintySeconds).toBeLessThan(5)
    expect(
      bytesOf('xentop.txt')
        .toString()
        .match(/^ +NAME /gm),
    ).toHaveLength(xentop.samples)
    expect(trace).toMatchObject({ recorded: true, end: OFF })
    const windows = traceWindows(bytesOf('xentrace.bin'))
    expect(windows).toBeGreaterThan(5)
    for (const name of ['xl-before.txt', 'xl-after.txt'] as const) {
      const { problems, schedulers, statements } = readXlOutput(bytesOf(name).toString())
      expect({ problems, schedulers }).toEqual({ problems: [], schedulers: [scheduler] })
      expect(statements.filter(({ weight }) => weight !== null)).toHaveLength(4)
    }
    await expectNothingLeft()
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const controller = new AbortController()
    const onProgress = ({ secondsDone }: { secondsDone: number }) => {
      if (secondsDone >= 4) controller.abort()
    }
    await expect(
      record({ seconds: 60, signal: controller.signal, onProgress }),
    ).rejects.toMatchObject({ code: 'cancelled' })
    expect(ends).toEqual([OFF])
    await expectNothingLeft()
  })

  it('leaves nothing behind when contact is lost and found again', async () => {
    const recording = record({ seconds: 20 })
    const refused = expect(recording).rejects.toMatchObject({ code: 'connection-lost' })
    while (bytesOf('xentrace.bin').length === 0) await sleep(200)
    await host.withoutNetwork(() => sleep(30_000))
    await refused
    expect(ends).toEqual([OFF])
    await expectNothingLeft()
    shell = await connectHost(connection)
  })

  it('is tidied up by a successor when its process is killed', async () => {
    const keyFile = keyFileOf(host, connection)
    const access = { port: host.port, username: ACCOUNT, keyFile }
    const to = ['-p', String(host.port), `${ACCOUNT}@${host.address}`, `sudo -n ${XENTRACE}`]
    const killed = spawn('ssh', [...sshOptions(access), ...to], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(killed.stdout, 'data')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(await endTracing(shell)).toEqual(OFF)
    await expectNothingLeft()
  })

  it('does not read the trace buffer while another program does', async () => {
    await host.run(`${XENTRACE.replace('/dev/stdout', '/tmp/theirs')} >/dev/null 2>&1 &`)
    const theirs = (await host.run('pidof xentrace')).trim()
    const { trace, xentop } = await record({ seconds: 4 })
    expect(trace).toMatchObject({ recorded: false, reason: 'busy', end: null })
    expect(xentop.samples).toBeGreaterThan(1)
    expect((await host.run('pidof xentrace')).trim()).toBe(theirs)
    await host.run(`kill ${theirs}; rm /tmp/theirs`)
  })

  it('records without a trace when xentrace is not installed', async () => {
    const program = '/usr/lib/xen-*/bin/xentrace'
    await host.run(`for file in ${program}; do mv $file $file.hidden; done`)
    try {
      const { trace } = await record({ seconds: 2 })
      expect(trace).toMatchObject({ recorded: false, reason: 'not-installed', end: null })
    } finally {
      await host.run(`for file in ${program}.hidden; do mv $file \${file%.hidden}; done`)
    }
  })

  describe("a guest's log", () => {
    let guest: GuestLogConnection

    beforeAll(async () => {
      const { privateKey, publicKey } = generateHostKeyPair('steelyard')
      const port = host.handle.ports.guestSsh[0]!
      await installGuestLogKey(host, 1, guestLogKeyLine(publicKey, LOG_PATH, 3600))
      const { address, rules } = host
      const { fingerprint } = await probeHostKey({ address, port, rules })
      guest = {
        address,
        port,
        rules,
        username: ACCOUNT,
        privateKey,
        path: LOG_PATH,
        hostKeyFingerprint: fingerprint,
      }
    })

    const tailInGuest = async () => (await host.runInGuest(1, 'pidof tail || true')).trim()
    const request = async (rounds: number) => {
      const page = `http://${host.address}:${host.handle.ports.guestHttp[0]}/spin.php?n=${rounds}`
      await (await fetch(page)).text()
    }

    it('is followed while requests come', async () => {
      await request(1)
      const chunks: Buffer[] = []
      const done = followGuestLog(guest, {
        seconds: 15,
        maxBytes: 1_000_000,
        sink: (chunk) => void chunks.push(chunk),
      })
      while (!(await tailInGuest())) await sleep(200)
      for (const rounds of [11, 12, 13]) await request(rounds)
      const facts = await done
      const text = Buffer.concat(chunks).toString()
      const rounds = [...text.matchAll(/n=(\d+)/g)].map(([, answered]) => answered)
      // Each Apache process logs after it has answered, so lines may change places.
      expect(rounds.sort()).toEqual(['11', '12', '13'])
      expect(await host.runInGuest(1, `tail -n 3 ${LOG_PATH}`)).toBe(text)
      expect(facts.bytes).toBe(text.length)
      const guestNow = Number(await host.runInGuest(1, 'date +%s.%N'))
      const { hostMinusOursSeconds, uncertaintySeconds } = facts.clock!
      const nowByUs = Date.now() / 1000 + hostMinusOursSeconds
      expect(Math.abs(nowByUs - guestNow)).toBeLessThan(uncertaintySeconds + 10)
      expect(await tailInGuest()).toBe('')
    })

    it('is all that its key gives', async () => {
      const keyFile = keyFileOf(host, guest)
      const access = { port: guest.port, username: ACCOUNT, keyFile }
      const to = ['-p', String(guest.port), `${ACCOUNT}@${host.address}`]
      for (const asked of [['id'], ['-t', 'id'], []]) {
        const options = asked[0] === '-t' ? ['-tt'] : []
        const command = asked.filter((word) => word !== '-t')
        const answer = await runProgram('timeout', [
          '5',
          'ssh',
          ...options,
          ...sshOptions(access),
          ...to,
          ...command,
        ])
        expect(answer.stdout).not.toContain('uid=')
        expect(answer.stdout.trim()).toMatch(/^(\d+\.\d+)?$/)
      }
    })

    it('says so when it cannot be read', async () => {
      await host.runInGuest(1, `chmod 000 ${LOG_PATH}`)
      try {
        const following = followGuestLog(guest, { seconds: 5, maxBytes: 1_000, sink() {} })
        await expect(following).rejects.toMatchObject({
          code: 'command-failed',
          message: expect.stringContaining('cannot read'),
        })
      } finally {
        await host.runInGuest(1, `chmod 640 ${LOG_PATH}`)
      }
    })
  })
}

/**
 * Counts the windows of a trace. Each begins with a record (TRC_TRACE_CPU_CHANGE) that contains its
 * length in bytes.
 *
 * @throws Error when the windows do not follow each other exactly to the end
 */
function traceWindows(trace: Buffer): number {
  let windows = 0
  for (let at = 0; at < trace.length; windows += 1) {
    const header = trace.readUInt32LE(at)
    if ((header & 0x0fffffff) !== 0x0001f003) throw new Error(`no window begins at ${at}`)
    const words = (header >>> 28) & 7
    const timeStamp = header >>> 31 === 1 ? 8 : 0
    at += 4 + timeStamp + 4 * words + trace.readUInt32LE(at + 4 + timeStamp + 4)
    if (at > trace.length) throw new Error('the last window is cut')
  }
  return windows
}
