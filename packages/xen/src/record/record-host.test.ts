import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { BOOT_MASK } from '../testing/recorders.ts'
import { readXlOutput } from '../xl/read-xl-output.ts'
import { recordHost } from './record-host.ts'
import type { RecordOptions } from './record-options.ts'
import type { RecordedFile, TracingEnd } from './recording-facts.ts'

const SPEED = 20
const TRACE = readFileSync(new URL('../../fixtures/xentrace.bin', import.meta.url))

let fixture: Fixture
let files: Map<RecordedFile, Buffer[]>
let ends: TracingEnd[]
beforeEach(async () => {
  fixture = await startFixture({ speed: SPEED })
  files = new Map()
  ends = []
})
afterEach(() => fixture.stop())

const textOf = (name: RecordedFile) => Buffer.concat(files.get(name) ?? []).toString('latin1')
const OFF = { off: true, maskRestored: true, problem: null }

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

async function record(options: Partial<RecordOptions> = {}) {
  const shell = await fixture.connect()
  return await recordHost(shell, {
    seconds: 4,
    intervalSeconds: 1,
    trace: true,
    files: memory,
    onTracingEnd: (end) => ends.push(end),
    reconnect: () => fixture.connect(),
    // Our clock, an hour behind the host's.
    nowSeconds: () => fixture.double.nowSeconds - 3600,
    ...options,
  })
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return await attempt.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}

/** The commands that ran, by their first words. */
const commands = () => fixture.double.commands.map((line) => line.split(' -')[0]!)

describe('recordHost', () => {
  it('records xentop and the trace, and states when by the clock of the host', async () => {
    const began = fixture.double.nowSeconds
    const progress: number[] = []
    const facts = await record({ onProgress: ({ bytes }) => progress.push(bytes) })
    const { xentop, trace, clock } = facts
    const sure = clock.uncertaintySeconds + 1e-6
    expect(Math.abs(clock.hostMinusOursSeconds - 3600)).toBeLessThan(sure)
    expect(facts.startedAtHostSeconds).toBeGreaterThan(began)
    expect(xentop.firstSampleAtHostSeconds).toBeGreaterThan(facts.startedAtHostSeconds - sure)
    expect(facts.recordedSeconds).toBeCloseTo(xentop.intervalSeconds * (xentop.samples - 1), 6)
    expect(facts.recordedSeconds).toBeGreaterThan(3)
    expect(facts).toMatchObject({
      scheduler: { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 },
      changes: [],
      trace: { recorded: true, bytes: TRACE.length, tscHz: 2599998000, end: OFF },
    })
    expect(facts.domains.map(({ name, weight }) => [name, weight])).toEqual([
      ['Domain-0', 256],
      ['vm1', 256],
      ['vm2', 256],
      ['vm3', 256],
    ])
    expect(trace).not.toBeNull()
    expect(Buffer.concat(files.get('xentrace.bin')!).equals(TRACE)).toBe(true)
    expect(textOf('xentop.txt').match(/^ +NAME +STATE/gm)).toHaveLength(xentop.samples)
    expect(progress.at(-1)).toBeGreaterThan(TRACE.length)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('first asks who reads the trace buffer, and switches tracing off before the last tables', async () => {
    await record()
    const order = commands().filter((line) => !/^(date|xl (cpupool|vcpu|sched|list))/.test(line))
    expect(order).toEqual([
      'xl info',
      'pidof xentrace xenbaked',
      'stdbuf',
      'xentrace',
      'pidof xentrace xenbaked',
      'xentrace',
      'xl info',
    ])
    expect(fixture.double.commands.at(-1)).toBe('date +%s.%N')
    expect(fixture.double.recorders.tracing).toEqual({ on: false, mask: BOOT_MASK })
    expect(fixture.double.recorders.collisions).toBe(0)
    expect(ends).toEqual([OFF])
  })

  it('stores tables that can be read again, and what changed between them', async () => {
    const { host } = fixture.double
    fixture.double.beforeCommand = (line) => {
      if (!line.startsWith('stdbuf')) return
      host.domains[1]!.weight = 512
      host.domains[2]!.id = 7
      host.domains.pop()
    }
    const { changes } = await record({ trace: false })
    expect(changes.map(({ name, kind, before, after }) => [name, kind, before, after])).toEqual([
      ['vm1', 'weight', 256, 512],
      ['vm2', 'restarted', 2, 7],
      ['vm3', 'gone', 3, null],
    ])
    for (const name of ['xl-before.txt', 'xl-after.txt'] as const) {
      const { problems, schedulers, pCpus, statements } = readXlOutput(textOf(name))
      expect({ problems, schedulers, pCpus }).toEqual({
        problems: [],
        schedulers: ['credit'],
        pCpus: 1,
      })
      const vm1 = statements.filter((row) => row.name === 'vm1' && row.weight !== null)
      expect(vm1.map((row) => row.weight)).toEqual([name === 'xl-before.txt' ? 256 : 512])
    }
  })

  it('does not touch tracing when no trace is wanted', async () => {
    expect((await record({ trace: false })).trace).toBeNull()
    expect(fixture.double.commands.join('\n')).not.toMatch(/xentrace/)
    expect(ends).toEqual([])
  })

  it.each([0, 1.5, 3601, Number.NaN])('refuses %j seconds', async (seconds) => {
    expect(await failureOf(record({ seconds }))).toMatchObject({ code: 'invalid-argument' })
    expect(fixture.double.commands).toEqual([])
  })

  it('refuses an interval longer than the recording', async () => {
    const failure = await failureOf(record({ intervalSeconds: 5 }))
    expect(failure).toMatchObject({ code: 'invalid-argument' })
  })
})

describe('a trace that cannot be recorded', () => {
  it('does not end the recording when xentrace is not installed', async () => {
    fixture.double.faults = { withoutXentrace: true }
    expect((await record()).trace).toMatchObject({
      recorded: false,
      reason: 'not-installed',
      end: null,
    })
    expect(ends).toEqual([])
  })

  it('is left to the program that already reads it', async () => {
    fixture.double.faults = { foreignTraceReader: true }
    const { trace, xentop } = await record()
    expect(trace).toMatchObject({ recorded: false, reason: 'busy', end: null })
    expect(xentop.samples).toBeGreaterThan(3)
    expect(fixture.double.commands.join('\n')).not.toMatch(/xentrace -D/)
    expect(fixture.double.recorders.collisions).toBe(0)
  })

  it('is stopped when it grows too large', async () => {
    fixture.double.faults = { floodXentrace: true }
    const { trace } = await record({ maxTraceBytes: 5 * TRACE.length })
    expect(trace).toMatchObject({ recorded: false, reason: 'too-large', end: OFF })
    expect(Buffer.concat(files.get('xentrace.bin')!).length).toBeLessThanOrEqual(5 * TRACE.length)
    expect(fixture.double.recorders.tracing.on).toBe(false)
  })

  it('ends with tracing off when xentrace is killed', async () => {
    fixture.double.faults = { killXentrace: true }
    const { trace } = await record()
    expect(trace).toMatchObject({ recorded: false, reason: 'failed', detail: 'SIGKILL', end: OFF })
    expect(fixture.double.recorders.tracing).toEqual({ on: false, mask: BOOT_MASK })
  })

  it('is left out where the sudo rules lack xentrace', async () => {
    const account = { username: 'steelyard', sudoAllows: /^(xl|stdbuf) / }
    const other = await startFixture({ ...account, speed: SPEED })
    const facts = await recordHost(await other.connect(), {
      seconds: 1,
      intervalSeconds: 1,
      trace: true,
      files: memory,
      nowSeconds: () => other.double.nowSeconds,
    })
    expect(facts.trace).toMatchObject({ recorded: false, reason: 'not-permitted', end: null })
    await other.stop()
  })
})

describe('a recording that fails', () => {
  const whenRecording = (act: () => void) => {
    fixture.double.beforeCommand = (line) => {
      if (line.includes('-T 4 ')) setTimeout(act, 30)
    }
  }

  it('can be cancelled, which keeps the connection and ends tracing', async () => {
    const controller = new AbortController()
    whenRecording(() => controller.abort())
    const failure = await failureOf(record({ signal: controller.signal }))
    expect(failure).toMatchObject({ code: 'cancelled', message: 'The recording was cancelled.' })
    expect(ends).toEqual([OFF])
    expect(fixture.double.recorders.tracing).toEqual({ on: false, mask: BOOT_MASK })
    expect(fixture.double.connections).toBe(1)
  })

  it('does not begin when it was cancelled before', async () => {
    const failure = await failureOf(record({ signal: AbortSignal.abort() }))
    expect(failure).toMatchObject({ code: 'cancelled' })
    expect(fixture.double.commands).toEqual([])
  })

  it('is cleaned up over another connection when the first is lost', async () => {
    fixture.double.faults = { cutAfterSamples: 2 }
    expect(await failureOf(record())).toMatchObject({ code: 'connection-lost' })
    expect(ends).toEqual([OFF])
    expect(fixture.double.recorders.tracing).toEqual({ on: false, mask: BOOT_MASK })
    expect(fixture.double.connections).toBe(2)
  })

  it('waits for an xentrace that is still running, and never runs in parallel with it', async () => {
    fixture.double.faults = { cutAfterSamples: 2, xentraceOutlivesPipe: true }
    await failureOf(record())
    expect(ends).toEqual([OFF])
    expect(fixture.double.recorders.collisions).toBe(0)
  })

  it('reports that tracing may still be on when the host is unreachable', async () => {
    fixture.double.faults = { cutAfterSamples: 2 }
    const reconnect = async () => {
      throw new HostError('auth-failed', 'refused')
    }
    expect(await failureOf(record({ reconnect }))).toMatchObject({ code: 'connection-lost' })
    expect(ends).toEqual([{ off: false, maskRestored: false, problem: 'refused' }])
    expect(fixture.double.recorders.tracing.on).toBe(true)
  })

  it('ends with the error of the file it writes to', async () => {
    const full = new Error('no space left')
    const destroyed: RecordedFile[] = []
    const failing = (name: RecordedFile) =>
      new Writable({
        write: (_chunk, _encoding, done) => done(name === 'xentrace.bin' ? full : null),
        destroy(_error, done) {
          destroyed.push(name)
          done(null)
        },
      })
    expect(await failureOf(record({ files: failing }))).toBe(full)
    expect(ends).toEqual([OFF])
    expect(destroyed.toSorted()).toEqual(['xentop.txt', 'xentrace.bin', 'xl-before.txt'])
  })
})
