import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { detectSource } from '../index.ts'
import { readText, refusalOf } from '../read-text.fixture.ts'
import { change, encodePiece, encodeTrace, lost, type Written } from './encode-trace.fixture.ts'
import { PCpuMerge } from './p-cpu-merge.ts'
import { BLOCKED, EVENT, IDLE_DOMAIN, OFFLINE, RUNNABLE, RUNNING } from './trace-events.ts'
import { XentraceScan } from './xentrace-scan.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

const HZ = 1e6
const START = 1_795_193_903.25
const spec: XentraceSpec = { kind: 'xentrace', startEpochSeconds: START, tscHz: HZ }
const T = 5e12

/** Times in milliseconds after the first record. */
const at = (ms: number) => T + ms * 1000
const vm1 = [1, 0] as const
const vm2 = [2, 0] as const
const idle = [IDLE_DOMAIN, 0] as const

const read = (records: Written[], more: Partial<XentraceSpec> = {}) =>
  readText(encodeTrace(records), { ...spec, ...more }, { windowSeconds: 1000 })

/** vm1 wakes at 10 ms while vm2 runs, runs from 14 to 24, and sleeps again. */
const story = [
  change(at(0), 0, idle, RUNNING, RUNNABLE),
  change(at(0), 0, vm2, RUNNABLE, RUNNING),
  change(at(10), 0, vm1, BLOCKED, RUNNABLE),
  change(at(14), 0, vm2, RUNNING, RUNNABLE),
  change(at(14), 0, vm1, RUNNABLE, RUNNING),
  change(at(24), 0, vm1, RUNNING, BLOCKED),
  change(at(24), 0, vm2, RUNNABLE, RUNNING),
  change(at(30), 0, vm2, RUNNING, BLOCKED),
]

test('a trace gives states, dispatches, run lengths and who ran while others waited', async () => {
  const { at: of, report } = await read(story)
  const first = of('dom1').cpu!
  expect(first).toMatchObject({ source: 'xentrace', dispatches: 1, ioCount: null })
  expect(first.usedSeconds).toBeCloseTo(0.01, 9)
  expect(first.runnableWaitSeconds).toBeCloseTo(0.004, 9)
  expect(first.blockedSeconds).toBeCloseTo(0.016, 9)
  expect(first.coveredSeconds).toBeCloseTo(0.03, 6)
  expect(first.schedule!.wakeToRun).toMatchObject({ count: 1, maxSeconds: expect.closeTo(0.004) })
  expect(first.schedule!.runLength).toMatchObject({ count: 1, meanSeconds: expect.closeTo(0.01) })
  expect(first.schedule!.waitedBehindSeconds).toEqual({ dom2: expect.closeTo(0.004, 9) })
  const second = of('dom2').cpu!.schedule!
  expect(second.preemptedWait).toMatchObject({ count: 1, meanSeconds: expect.closeTo(0.01) })
  expect(second.wakeToRun).toBeNull()
  expect(second.waitedBehindSeconds).toEqual({ dom1: expect.closeTo(0.01, 9) })
  expect(of('idle').cpu!.runnableWaitSeconds).toBeNull()
  expect(report).toMatchObject({ lines: 8, accepted: 8, rejected: 0, notes: [] })
  expect(report.domains).toEqual(['dom1', 'dom2', 'idle'])
  expect(report.lastAtEpochSeconds! - report.firstAtEpochSeconds!).toBeCloseTo(0.03, 5)
})

test('a domain that is left out is still named where others waited behind it', async () => {
  const { at: of, set } = await read(story, { domainNames: { '2': { leftOut: 'dom2' } } })
  expect(set.observations.map(({ domain }) => domain)).not.toContain('dom2')
  expect(of('dom1').cpu!.schedule!.waitedBehindSeconds).toEqual({ dom2: expect.closeTo(0.004, 9) })
})

test('a domain can be given a name, and counts as offline while its cap parks it', async () => {
  const parked = [...story, change(at(40), 0, vm1, BLOCKED, OFFLINE), change(at(50), 0, vm2, 2, 1)]
  const { at: of } = await read(parked, { domainNames: { '1': 'web' } })
  expect(of('web').cpu!.schedule!.offlineSeconds).toBeCloseTo(0.01, 9)
  expect(of('dom2').cpu!.schedule!.waitedBehindSeconds.web).toBeCloseTo(0.01, 9)
})

test('a time in which records were lost counts as nothing', async () => {
  const lossy = [...story.slice(0, 4), lost(at(22), 0, at(12)), ...story.slice(5)]
  const { at: of, report } = await read(lossy)
  const { cpu } = of('dom1')
  // It is blocked until 10 and waits until the gap at 14 (its order holds); from 22 on its state is
  // known again.
  expect(cpu!.coveredSeconds).toBeCloseTo(0.022, 6)
  expect(cpu!.runnableWaitSeconds).toBeCloseTo(0.004, 9)
  expect(cpu!.usedSeconds).toBeCloseTo(0.002, 9)
  expect(cpu!.schedule!.wakeToRun).toBeNull()
  expect(report.notes.join()).toContain('lost 7 records')
  expect(report.notes.join()).toContain('0.008 s')
})

describe('a trace that begins with lost records', () => {
  const beginning = (data: number[]): Written[] => [
    { at: at(0), pCpu: 0, event: EVENT.lostRecords, data },
    ...story,
  ]

  test.each([[[]], [[7]]])('that say no more than %j is read like any other', async (data) => {
    const { at: of, report } = await read(beginning(data))
    const whole = (await read(story)).at('dom1').cpu!
    expect(of('dom1').cpu!.usedSeconds).toBeCloseTo(whole.usedSeconds!, 9)
    expect(report.notes.join().includes('lost 7 records')).toBe(data.length > 0)
  })

  test('is damaged when it says that they were lost for years', async () => {
    await expect(read(beginning([7, 0, 0, 0]))).rejects.toThrow('lost for more than a day')
  })
})

test('a wake-up and its run, swapped by clocks that differ, do not spoil what follows', async () => {
  const swapped = [
    ...story.slice(0, 2),
    change(at(1), 1, vm1, RUNNING, BLOCKED),
    change(at(9), 1, vm1, RUNNABLE, RUNNING),
    change(at(9.01), 0, vm1, BLOCKED, RUNNABLE),
    change(at(20), 1, vm1, RUNNING, BLOCKED),
  ]
  const { at: of, report } = await read(swapped)
  expect(of('dom1').cpu!.usedSeconds).toBeCloseTo(0.001 + 0.011, 6)
  expect(report.notes.join()).toContain('2 changes of state')
})

test('records that mark the end of the buffer, and those of other classes, are skipped', async () => {
  const others = [
    { at: at(1), pCpu: 0, event: EVENT.wrapBuffer, data: [0, 0, 0] },
    { at: at(2), pCpu: 0, event: 0x0008_1001, data: [1, 2] },
    { at: at(15), pCpu: 0, event: EVENT.continueRunning, data: [1 << 16] },
  ]
  const mixed = [...story, ...others].sort((a, b) => a.at - b.at)
  const { at: of, report } = await read(mixed)
  expect(of('dom1').cpu!.usedSeconds).toBeCloseTo(0.01, 9)
  expect(of('dom1').cpu!.schedule!.continuations).toBe(1)
  expect(report.lines).toBe(11)
})

test('a file that ends in the middle of a piece is read as far as it goes', async () => {
  const { report } = await readText(encodeTrace(story).subarray(0, -7), spec)
  expect(report.lines).toBe(7)
  expect(report.notes.join()).toContain('cut')
})

test('a clock whose rate differs from the stated one is noted', async () => {
  const switches = Array.from({ length: 24 }, (_, i): Written[] => [
    { at: at(i * 10), pCpu: 0, event: EVENT.switchInfNext, data: [1, 0, 5, 30_000_000] },
    { at: at(i * 10 + 6), pCpu: 0, event: EVENT.switchInfPrev, data: [1, 0, 6_000_000] },
  ]).flat()
  const records = [...story, ...switches].sort((a, b) => a.at - b.at)
  expect((await read(records)).report.notes).toEqual([])
  const wrong = await read(records, { tscHz: 2e6 })
  expect(wrong.report.notes.join()).toContain('0.0010 GHz, not 0.0020 GHz')
})

test('a record that comes too late to be put in order is counted, not lost', () => {
  const given: number[] = []
  const merge = new PCpuMerge((time) => given.push(time), { most: 2 })
  for (const [time, pCpu] of [
    [10, 0],
    [20, 0],
    [30, 0],
    [5, 1],
    [40, 1],
  ] as const)
    merge.push(time, pCpu, 0, 0)
  merge.finish()
  expect(given).toEqual([10, 10, 20, 30, 40])
  expect(merge.late).toBe(1)
})

describe('refusals', () => {
  const good = encodeTrace(story)

  test.each([
    [
      'no piece where one should begin',
      Buffer.concat([good, Buffer.from('garbage!')]),
      good.length,
    ],
    ['an event of no class', Buffer.concat([good.subarray(0, 12), Buffer.alloc(200)]), 12],
    ['a record longer than its piece', short(encodePiece(0, story), 10), 12],
    ['another piece before the end of one', Buffer.concat([good.subarray(0, 28), good]), 28],
    ['a pCPU that cannot be', number(good, 4, 70_000), 0],
  ])('%s is refused, with the byte', async (_, bytes, byte) => {
    const error = await refusalOf(readText(bytes, spec))
    expect(error.where).toMatchObject({ path: 'test', byte })
    expect(error.message).toContain(`byte ${byte}`)
    expect(error.expected).toContain('xentrace')
    expect(error.fix).toContain('xentrace -D')
  })

  test('a day between two records, and time that goes back, are refused', async () => {
    const jump = [...story, change(at(30) + 2 * 86_400 * HZ, 0, vm1, BLOCKED, RUNNABLE)]
    expect((await refusalOf(read(jump))).code).toBe('damaged-trace')
    const back = [...story, change(at(-5000), 0, vm1, BLOCKED, RUNNABLE)]
    expect((await refusalOf(read(back))).message).toContain('goes back by 5 s')
  })

  test('a trace without a start, a rate or changes of state, and an empty one, are refused', async () => {
    expect(await refusalOf(read(story, { startEpochSeconds: 0 }))).toMatchObject({
      code: 'bad-spec',
    })
    expect((await refusalOf(read(story, { tscHz: 0 }))).fix).toContain('xl dmesg')
    const wake = { at: at(1), pCpu: 0, event: 0x28009, data: [1, 0] }
    const stateless = await refusalOf(read([wake]))
    expect(stateless).toMatchObject({ code: 'empty', fix: expect.stringContaining('0x0002f000') })
    expect((await refusalOf(readText('', spec))).code).toBe('empty')
  })
})

/** The piece understates its length by this much. */
function short(piece: Buffer, by: number): Buffer {
  return number(piece, 8, 12 + Math.floor(by / 4) * 4 - 8)
}

function number(bytes: Buffer, offset: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32LE(value, offset)
  return changed
}

describe('a trace of Xen 4.17', () => {
  const load = async () =>
    gunzipSync(await readFile(new URL('fixtures/short.bin.gz', import.meta.url)))
  const member = { path: 'xentrace.bin', fileName: 'xentrace.bin' }

  test('is recognised, with its clock and its first changes of state', async () => {
    const bytes = await load()
    const detection = detectSource(member, bytes.subarray(0, 64 * 1024))
    if (detection.kind !== 'xentrace') throw new Error(detection.kind)
    const { tscHz } = detection.spec as XentraceSpec
    expect(Math.abs(tscHz / 2.6e9 - 1)).toBeLessThan(0.001)
    expect(detection.raised).toEqual([])
    expect(detection.samples).toHaveLength(5)
    const meanings = detection.samples[0]!.fields.map(({ meaning }) => meaning)
    expect(meanings).toContain('running → blocked')
    expect(meanings).toContain('vCPU 0 of Domain-0')
    expect(detection.warnings).toEqual([])
  })

  test('raises a question about its clock where it does not state it', () => {
    const detection = detectSource(member, encodeTrace(story))
    if (detection.kind !== 'xentrace') throw new Error(detection.kind)
    const question = detection.raised.find(({ id }) => id === 'cpu-hz')!
    expect(question.choices[0]).toMatchObject({ value: '2000000000', label: '2.0 GHz' })
    expect(question.choices[0]!.meaning).toContain('0.0150 ms')
  })

  test('is scanned to its end', async () => {
    const bytes = await load()
    const scan = new XentraceScan('xentrace.bin')
    for (let at = 0; at < bytes.length; at += 1000) scan.push(bytes.subarray(at, at + 1000))
    const facts = scan.facts()
    expect(facts).toMatchObject({
      pCpus: 1,
      records: 28_175,
      lostRecords: 0,
      scheduler: 'credit',
      damage: null,
      domainIds: [0, 1, 2, 3],
    })
    expect(facts.cycles / 2.6e9).toBeCloseTo(7.475, 2)
    const damaged = new XentraceScan('xentrace.bin')
    damaged.push(Buffer.concat([encodeTrace(story), Buffer.alloc(16)]))
    expect(damaged.facts()).toMatchObject({ records: 8, damage: { byte: 140 } })
  })

  test('is not found in a file that only begins like one', () => {
    const head = Buffer.concat([encodeTrace([]), encodePiece(0, []), Buffer.alloc(64, 0xff)])
    head.writeUInt32LE(0xffff_ffff, 4)
    const detection = detectSource(member, head)
    expect(detection).toMatchObject({
      kind: 'unknown',
      expected: expect.stringContaining('xentrace'),
    })
  })
})
