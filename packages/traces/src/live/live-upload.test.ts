import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Observation } from '../observation.ts'
import { ObservationBuilder } from '../observations/observation-builder.ts'
import { readSource } from '../read-source.ts'
import { byWindow, expectSame } from './expect-same.fixture.ts'
import { LiveObserver } from './live-observer.ts'

/** A multiple of ten seconds. */
const START = 1_795_190_400
const SECONDS = 200
const CPU_PHASE = 3
/** Longer than a request, an interruption and a delay together. */
const KEEP_SECONDS = 70

const FORMATS = {
  second: '%{sec}t %>s %D %B',
  millisecond: '%{msec}t %>s %D %B',
  microsecond: '%{usec}t %>s %D %B',
} as const
const PER_SECOND = { second: 1, millisecond: 1e3, microsecond: 1e6 }

interface Traffic {
  resolution: keyof typeof FORMATS
  requests: { gapUs: number; durationUs: number; status: number }[]
  lost: { at: number; seconds: number; linesAgain: number }[]
  /** Which part of what is there comes in each second. */
  arriving: number[]
  cpuPercents: number[]
  logMinusOursSeconds: number
}

const traffic: fc.Arbitrary<Traffic> = fc.record({
  resolution: fc.constantFrom('second', 'millisecond', 'microsecond'),
  requests: fc.array(
    fc.record({
      gapUs: fc.oneof(fc.nat(100_000), fc.nat(9_000_000)),
      durationUs: fc.oneof({ weight: 5, arbitrary: fc.nat(400_000) }, fc.nat(25_000_000)),
      status: fc.constantFrom(200, 200, 404, 503),
    }),
    { minLength: 30, maxLength: 200, size: 'max' },
  ),
  lost: fc.array(
    fc.record({
      at: fc.integer({ min: 20, max: SECONDS - 40 }),
      seconds: fc.integer({ min: 1, max: 20 }),
      linesAgain: fc.oneof(fc.constant(10_000), fc.nat(60)),
    }),
    { maxLength: 3 },
  ),
  arriving: fc.array(
    fc.nat(100).map((percent) => percent / 100),
    { minLength: 1, maxLength: 20 },
  ),
  cpuPercents: fc.array(
    fc.nat(1000).map((tenths) => tenths / 10),
    { minLength: 1 },
  ),
  logMinusOursSeconds: fc.constantFrom(0, 0, 7),
})

interface Line {
  text: string
  /** Times after the start. */
  startSeconds: number
  endSeconds: number
}

/**
 * The lines of a log in the order in which a server writes them: when a request ends. Each is
 * different by its number of bytes.
 */
function linesOf({ requests, resolution, logMinusOursSeconds }: Traffic): Line[] {
  let startUs = 0
  const all = requests.map(({ gapUs, durationUs, status }, index) => {
    startUs += gapUs
    const stamp = Math.floor(
      ((START + logMinusOursSeconds) * 1e6 + startUs) / (1e6 / PER_SECOND[resolution]),
    )
    const text = `${stamp} ${status} ${durationUs} ${index}\n`
    return { text, startSeconds: startUs / 1e6, endSeconds: (startUs + durationUs) / 1e6 }
  })
  return all
    .filter(({ endSeconds }) => endSeconds < SECONDS)
    .sort((a, b) => a.endSeconds - b.endSeconds)
}

function sampleAt(index: number, { cpuPercents }: Traffic): string {
  const rows = ['Domain-0', 'vm1'].map((name, row) => {
    const percentAt = (each: number) =>
      each === 0 ? 0 : cpuPercents[(each + row) % cpuPercents.length]!
    const used = Array.from({ length: index + 1 }, (_, each) => percentAt(each) / 10)
    const cpuSeconds = Math.floor(used.reduce((sum, seconds) => sum + seconds, 0))
    return `  ${name} --b--- ${cpuSeconds} ${percentAt(index)} 1 1.0 1 1.0 1 0\n`
  })
  return `      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)\n${rows.join('')}`
}

/** What an upload of the lines that were heard gives. */
async function uploaded(each: Traffic, heard: ReadonlySet<string>): Promise<Observation[]> {
  const builder = new ObservationBuilder({ windowSeconds: 10 })
  const read = (text: string, spec: Parameters<typeof readSource>[1]) =>
    readSource(Readable.from([Buffer.from(text)], { objectMode: false }), spec, builder, {
      now: new Date((START + SECONDS) * 1000),
    })
  const all = linesOf(each)
  const lines = linesOf({ ...each, logMinusOursSeconds: 0 })
  const texts = lines.map(({ text }, index) => (heard.has(all[index]!.text) ? text : ''))
  await read(texts.join(''), {
    kind: 'access-log',
    syntax: 'apache',
    format: FORMATS[each.resolution],
    domainBy: { by: 'fixed', domain: 'vm1' },
  })
  const samples = Array.from({ length: SECONDS / 10 }, (_, index) => sampleAt(index, each))
  await read(samples.join(''), {
    kind: 'xentop',
    startEpochSeconds: START + CPU_PHASE,
    intervalSeconds: 10,
  })
  return builder.finish().observations
}

/**
 * Plays the log and the samples second by second, with lost connections. `heard` are the lines that
 * came, and `isTooLate` whether one came first when its windows were no longer kept.
 */
function watched(each: Traffic) {
  const spec = { syntax: 'apache' as const, format: FORMATS[each.resolution] }
  const { logMinusOursSeconds } = each
  const observer = new LiveObserver({
    windowSeconds: 10,
    graceSeconds: 10,
    keepSeconds: KEEP_SECONDS,
    fromEpochSeconds: START,
  })
  const lines = linesOf(each)
  const taken = new Map<string, Observation>()
  const starts = new Map(lines.map(({ text, startSeconds }) => [text, startSeconds]))
  const heard = new Set<string>()
  let isTooLate = false
  let said = ''
  let pending = Buffer.alloc(0)
  let written = 0
  let closedUntil = 0
  observer.openLog('vm1', spec, { atEpochSeconds: START, logMinusOursSeconds })
  for (let now = 0; now < SECONDS + 40; now++) {
    if (now > 0 && now === closedUntil) {
      observer.openLog('vm1', spec, { atEpochSeconds: START + now, logMinusOursSeconds })
      const { linesAgain } = each.lost.find(({ at, seconds }) => at + seconds === now)!
      said = ''
      const again = lines.slice(Math.max(0, written - linesAgain), written)
      pending = Buffer.from(again.map(({ text }) => text).join(''))
    }
    const first = written
    while (written < lines.length && lines[written]!.endSeconds < now) written++
    const fresh = lines.slice(first, written).map(({ text }) => text)
    const lost = each.lost.find(({ at }) => at === now)
    if (lost && now >= closedUntil) {
      observer.logLost('vm1', START + now)
      closedUntil = now + lost.seconds
    }
    if (now >= closedUntil) {
      pending = Buffer.concat([pending, Buffer.from(fresh.join(''))])
      const share = each.arriving[now % each.arriving.length]!
      const part = now % 3 === 0 ? pending.length : Math.floor(share * pending.length)
      observer.logLines('vm1', pending.subarray(0, part))
      said += pending.toString('latin1', 0, part)
      pending = pending.subarray(part)
      for (const line of said.match(/.*\n/g) ?? []) {
        if (!heard.has(line) && starts.get(line)! < now - KEEP_SECONDS + 10) isTooLate = true
        heard.add(line)
      }
      // What is still on its way was not heard by now.
      if (pending.length === 0) observer.logAlive('vm1', START + now)
    }
    if (now % 10 === CPU_PHASE && now < SECONDS)
      observer.cpuSample(START + now, sampleAt((now - CPU_PHASE) / 10, each))
    for (const { observations } of observer.take(START + now + 0.5))
      for (const [key, value] of byWindow(observations)) taken.set(key, value)
  }
  return { live: taken, heard, isTooLate }
}

test('windows taken live are those of an upload, whatever was lost and said again', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(traffic, async (each) => {
      const { live, heard, isTooLate } = watched(each)
      fc.pre(!isTooLate)
      for (const { text, startSeconds, endSeconds } of linesOf(each)) {
        const window = Math.floor(startSeconds / 10)
        if (heard.has(text) || window !== Math.floor(endSeconds / 10)) continue
        const { requests } = live.get(`vm1 ${START + 10 * window}`) ?? { requests: null }
        if (requests) expect(requests.coveredSeconds).toBeLessThan(10)
      }
      for (const expected of await uploaded(each, heard)) {
        const start = expected.windowStartEpochSeconds
        // A request that ends after the recording is in neither, but the edges are known only live.
        if (start < START + 10 || start >= START + SECONDS - 20) continue
        const found = live.get(`${expected.domain} ${start}`)
        expectSame(found?.cpu ?? null, expected.cpu)
        if (found?.requests?.coveredSeconds !== 10 || expected.domain !== 'vm1') continue
        // Whether whole seconds count as durations is decided over all lines of an upload, and over
        // those that came so far of a log that is followed.
        const isTimed = (of: Observation['requests'] | undefined) => of?.completions != null
        if (each.resolution === 'second' && isTimed(found.requests) !== isTimed(expected.requests))
          continue
        if (expected.requests?.coveredSeconds === 10) {
          compared++
          expectSame(found.requests, expected.requests)
        } else if (!expected.requests)
          expect(found.requests).toMatchObject({
            arrivals: 0,
            completions: { count: 0, errors: 0 },
          })
      }
    }),
    // Making a counterexample of two hundred requests smaller takes many minutes.
    { numRuns: 60, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(300)
})
