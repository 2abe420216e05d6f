import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { estimateLoad } from '@steelyard/analysis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, readRun } from './recordings/read-run.ts'
import { recordedTwin } from './twin-of-run.ts'

const SAMPLE = path.resolve(import.meta.dirname, '../../samples/paper-table3-equal')

let folder: string
let whole: Run
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partial-trace-'))
  whole = await readRun(SAMPLE)
})
afterAll(() => rm(folder, { recursive: true }))

/** The sample as if xenmon had run only during some of the seconds after the first request. */
async function watchedAt(name: string, isWatched: (second: number) => boolean): Promise<Run> {
  const copy = path.join(folder, name)
  await cp(SAMPLE, copy, { recursive: true })
  const { startEpochSeconds, xenmonStartEpochHostSeconds } = whole.recording
  const lead = xenmonStartEpochHostSeconds! - startEpochSeconds
  for (const file of await readdir(path.join(copy, 'xenmon'))) {
    const log = path.join(copy, 'xenmon', file)
    const lines = (await readFile(log, 'utf8')).split('\n')
    const kept = lines.filter(
      (line) => line.startsWith('#') || isWatched(Number.parseFloat(line) / 1000 + lead),
    )
    await writeFile(log, `${kept.join('\n')}\n`)
  }
  return readRun(copy)
}

const codes = ({ phases }: Run) => phases.map(({ load }) => load.demand?.code ?? 'seen')

/** The cost of one request in its guest and Domain-0, relative to the result of the whole trace. */
function costsOf(run: Run) {
  const [own, full] = [run, whole].map((each) => {
    const { config } = recordedTwin(each)!
    const legs = config.guests[0]!.load!.path!
    const domain0 = legs.reduce(
      (sum, { on, cpuSeconds = 0 }) => sum + (on === 'domain-0' ? cpuSeconds : 0),
      0,
    )
    return [...each.guests.map(({ serviceTimeSeconds }) => serviceTimeSeconds!), domain0]
  })
  return own!.map((cost, index) => cost / full![index]!)
}

function expectSaneCosts(run: Run) {
  const [vm1, vm2, vm3, domain0] = costsOf(run)
  for (const guest of [vm1!, vm2!, vm3!]) expect(Math.abs(guest - 1)).toBeLessThan(0.07)
  expect(Math.abs(domain0! - 1)).toBeLessThan(0.5)
}

describe('a recording that was watched in part', () => {
  test('every other half minute: what was not watched is no idle time', async () => {
    const run = await watchedAt('alternately', (second) => Math.floor(second / 30) % 2 === 0)
    expect(codes(run)).toEqual([
      'seen',
      'demand-from-elsewhere',
      'seen',
      'demand-from-elsewhere',
      'seen',
      'demand-from-elsewhere',
      'seen',
    ])
    expectSaneCosts(run)
    expect(run.phases[1]!.utilisation).toBeNull()
    expect(run.phases[2]!.utilisation).toBeCloseTo(whole.phases[2]!.utilisation!, 2)
  })

  test('a busy part in the middle gives the cost of requests at all other times', async () => {
    const run = await watchedAt('busy', (second) => second > 125 && second < 165)
    expect(codes(run).every((code) => code !== 'no-cpu-coverage')).toBe(true)
    expectSaneCosts(run)
  })

  test('the calm beginning does not give it for the busy rest, and no cost is claimed', async () => {
    const run = await watchedAt('beginning', (second) => second < 51)
    const expected = ['seen', 'seen', ...new Array(5).fill('no-cpu-coverage')]
    expect(codes(run)).toEqual(expected)
    expect(recordedTwin(run)!.isKnown).toEqual([true, true, ...new Array(5).fill(false)])
    const { load, weights } = run.phases[4]!
    const estimates = estimateLoad(load, weights, {})
    for (const id of ['delay-aware', 'sdps'] as const) {
      for (const estimate of estimates.get(id)!.values()) {
        expect(estimate).toMatchObject({ responseTimeSeconds: null, reasons: [load.demand] })
      }
    }
    // On a lightly loaded host requests include the cost of wake-ups; the twin's input is within a
    // tenth of that.
    for (const cost of costsOf(run).slice(0, 3)) expect(Math.abs(cost - 1)).toBeLessThan(0.1)
  })

  test('a trace of some seconds determines nothing', async () => {
    const run = await watchedAt('glimpse', (second) => second > 126 && second < 132)
    expect(run.guests.every(({ serviceTimeSource }) => serviceTimeSource === 'inferred')).toBe(true)
    expect(recordedTwin(run)).toBeNull()
  })
})
