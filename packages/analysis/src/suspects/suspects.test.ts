import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import {
  type Observation,
  ObservationBuilder,
  readRecording,
  readSource,
  Sketch,
} from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { findGuests } from '../recorded/guests.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { clocksApart } from './clocks-apart.ts'
import { seriesOf } from './domain-series.ts'
import { fewHoldMost } from './few-hold-most.ts'
import { logsSwapped } from './logs-swapped.ts'
import { mistakenUnit, shorterThanCpuTime } from './times-apart.ts'

const SAMPLES = new URL('../../../../samples/', import.meta.url)
const GUESTS = ['vm1', 'vm2', 'vm3']
const WINDOW_SECONDS = 10

interface Tampering {
  /** By how much the CPU trace is placed too late. */
  lateSeconds?: number
  /** The domain to which each log is given. */
  logOf?: Record<string, string>
}

/** Windows of a shipped recording, by access logs and xenmon. */
async function recorded(name: string, { lateSeconds = 0, logOf = {} }: Tampering = {}) {
  const bytes = (path: string) => readFile(new URL(`${name}/${path}`, SAMPLES))
  const recording = readRecording((await bytes('recording.json')).toString())
  const builder = new ObservationBuilder({ windowSeconds: WINDOW_SECONDS })
  const now = new Date('2026-11-21T00:00:00Z')
  const read = (path: string, text: Buffer, spec: Parameters<typeof readSource>[1]) =>
    readSource(Readable.from([text], { objectMode: false }), spec, builder, { path, now })
  for (const vm of GUESTS) {
    const path = `access-epoch/${vm}.log.gz`
    await read(path, gunzipSync(await bytes(path)), {
      kind: 'access-log',
      syntax: 'apache',
      format: recording.accessEpochLogFormat!,
      domainBy: { by: 'fixed', domain: logOf[vm] ?? vm },
    })
  }
  const domainNames = Object.fromEntries(recording.domains.map((d) => [String(d.id), d.name]))
  for (const file of ['dom0', 'dom1', 'dom2', 'dom3']) {
    const path = `xenmon/log-${file}.log`
    await read(path, await bytes(path), {
      kind: 'xenmon',
      startEpochSeconds: recording.xenmonStartEpochHostSeconds! + lateSeconds,
      domainNames,
    })
  }
  const windows = groupWindows(builder.finish().observations, WINDOW_SECONDS)
  const logged = windows.filter(({ byDomain }) =>
    [...byDomain.values()].some(({ requests }) => requests !== null),
  )
  return { windows: logged, guests: findGuests(logged) }
}

describe.each(['paper-table3-equal', 'paper-table3-reweighted'])('the sample %s', (name) => {
  it('raises no suspicion', async () => {
    const { windows, guests } = await recorded(name)
    const series = seriesOf(windows)
    expect(series.stepSeconds).toBe(1)
    expect(clocksApart(series)).toEqual([])
    expect(logsSwapped(series)).toEqual([])
    expect(shorterThanCpuTime(windows, guests)).toEqual([])
    expect(fewHoldMost(windows, guests)).toEqual([])
  })

  it.each([-40, -7, 7, 40])('shows a CPU trace that is %i s late', async (lateSeconds) => {
    const { windows } = await recorded(name, { lateSeconds })
    const offsets = clocksApart(seriesOf(windows))
    expect(offsets.length).toBeGreaterThan(0)
    for (const { offsetSeconds } of offsets)
      expect(Math.abs(offsetSeconds - lateSeconds)).toBeLessThanOrEqual(1)
  })

  it('shows logs that were given to the wrong guest', async () => {
    const { windows } = await recorded(name, { logOf: { vm1: 'vm3', vm3: 'vm1' } })
    expect(logsSwapped(seriesOf(windows))).toContainEqual({ domain: 'vm3', follows: 'vm1' })
  })
})

/** One window with these response times. */
function withTimes(times: readonly number[]) {
  const sketch = new Sketch()
  for (const time of times) sketch.add(time)
  const meanSeconds = times.reduce((sum, time) => sum + time, 0) / times.length
  const duration = {
    ...durationOf({ count: times.length, meanSeconds, maxSeconds: Math.max(...times) }),
    sketch: sketch.toText(),
  }
  const requests = requestsOf({ arrivals: times.length, duration })
  const windows = groupWindows([observationOf('vm1', 0, { requests }) as Observation], 10)
  return { windows, guests: findGuests(windows) }
}

describe('a few requests that hold most of the time', () => {
  const ordinary = Array.from({ length: 1000 }, (_, i) => -0.04 * Math.log(1 - (i + 0.5) / 1000))

  it('are not in exponential times, nor in lognormal ones of a wide spread', () => {
    const { windows, guests } = withTimes(ordinary)
    expect(fewHoldMost(windows, guests)).toEqual([])
    const wide = ordinary.map((_, i) => Math.exp(1.2 * normalQuantile((i + 0.5) / 1000)))
    const spread = withTimes(wide)
    expect(fewHoldMost(spread.windows, spread.guests)).toEqual([])
  })

  it('are connections that stay open for minutes', () => {
    const { windows, guests } = withTimes([...ordinary, ...Array(9).fill(1800)])
    expect(fewHoldMost(windows, guests)).toEqual([
      { domain: 'vm1', requests: expect.closeTo(4.5 / 1009, 3) },
    ])
  })
})

describe('a mistaken unit', () => {
  it.each([
    [[Math.log(1000), Math.log(1500)], 1000],
    [[Math.log(1 / 900), Math.log(1 / 2000)], 1 / 1000],
    [[Math.log(2e6)], 1e6],
    [[Math.log(3), Math.log(1000)], null],
    [[Math.log(60)], null],
    [[0.1, -0.2], null],
    [[], null],
  ])('for the errors %j is %d', (errors, factor) => {
    const found = mistakenUnit(errors)
    if (factor === null) expect(found).toBeNull()
    else expect(found! / factor).toBeCloseTo(1, 9)
  })
})

/** Of the standard normal distribution, by Newton's method on its distribution function. */
function normalQuantile(p: number): number {
  let x = 0
  for (let i = 0; i < 60; i++) {
    const density = Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
    x -= Math.max(-1, Math.min(1, (distribution(x) - p) / density))
  }
  return x
}

/** Abramowitz and Stegun 7.1.26. */
function distribution(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  const half = (1 - series * Math.exp(-(x ** 2) / 2)) / 2
  return x < 0 ? 0.5 - half : 0.5 + half
}
