import path from 'node:path'
import { DOMAIN_0, utilisationOf } from '@steelyard/analysis'
import { simulate } from '@steelyard/simulator'
import { beforeAll, expect, test } from 'vitest'
import { type Run, readRun } from './recordings/read-run.ts'
import { type RecordedTwin, recordedTwin, twinUnder } from './twin-of-run.ts'

const SAMPLE = path.resolve(import.meta.dirname, '../../samples/paper-table3-reweighted')

let run: Run
let twin: RecordedTwin
beforeAll(async () => {
  run = await readRun(SAMPLE)
  twin = recordedTwin(run)!
})
const logged = (name: string) =>
  run.arrivals.find(({ domain }) => domain === name)!.offsetsSeconds.length
const recorded = () => run.phases.map(({ weights }) => weights)

test('the twin is the recorded host: its phases, scheduler and changes of weights', () => {
  const { config, horizonSeconds, boundariesSeconds } = twin
  expect(horizonSeconds).toBeCloseTo(210)
  expect(boundariesSeconds).toHaveLength(6)
  expect(config.scheduler).toMatchObject({
    name: 'credit',
    tsliceSeconds: 0.03,
    ratelimitSeconds: 0.001,
  })
  expect(config.changes).toEqual([{ atSeconds: expect.closeTo(150), domain: 'vm1', weight: 384 }])
  expect(config.guests.map(({ weight }) => weight)).toEqual([256, 256, 256])
})

test('the clients of a recording in virtual time ran in Domain-0', () => {
  expect(run.host.client).toBe('domain-0')
  for (const { load } of twin.config.guests) expect(load!.path![0]).toMatchObject({ starts: true })
})

test('the twin gets the requests of the logs, counted from the first phase', () => {
  for (const { name, load } of twin.config.guests) {
    const { arrivals } = load!
    const seconds = arrivals.kind === 'times' ? arrivals.seconds : []
    expect(seconds.length / logged(name)).toBeGreaterThan(0.99)
    expect(seconds[0]).toBeGreaterThanOrEqual(0)
    expect(seconds.at(-1)).toBeLessThan(211)
  }
})

test('other weights change nothing but the weights', () => {
  const other = recorded().map((weights) => ({ ...weights, vm3: 1024 }))
  const [now, asked] = [twinUnder(twin, recorded()), twinUnder(twin, other)]
  expect(asked.guests.find(({ name }) => name === 'vm3')!.weight).toBe(1024)
  const loads = ({ guests }: typeof now) => guests.map(({ load }) => load)
  expect(loads(asked)).toEqual(loads(now))
})

test('without a CPU trace there is no twin', () => {
  const guests = run.guests.map((guest) => ({ ...guest, serviceTimeSource: 'inferred' as const }))
  expect(recordedTwin({ ...run, guests })).toBeNull()
})

test('the twin uses as much CPU as the recorded host did', () => {
  const { config, horizonSeconds } = twin
  const { domains } = simulate(config, { seed: 7, horizonSeconds })
  const seen = [DOMAIN_0, 'vm1', 'vm2', 'vm3'].map((name) =>
    run.phases.reduce((sum, { windows }) => sum + 30 * utilisationOf(windows, name)!, 0),
  )
  const used = domains.map(({ stateSeconds }) => stateSeconds.running)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  expect(Math.abs(sum(used) / sum(seen) - 1)).toBeLessThan(0.015)
  for (const guest of [1, 2, 3]) {
    expect(Math.abs(used[guest]! / seen[guest]! - 1)).toBeLessThan(0.02)
  }
})
