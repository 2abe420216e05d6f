import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type LengthStats, ObservationBuilder, readSource } from '../index.ts'

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url))
/**
 * A directory of recordings, which are all checked in addition to the short one in the repository.
 */
const RECORDINGS = process.env.STEELYARD_RECORDINGS

interface Line {
  count: number
  meanCycles: number
}

/** Parses what xenalyze --summary prints about the only vCPU of each domain. */
function readSummary(text: string): { hz: number; domains: Map<number, Map<string, Line>> } {
  const [, speed, unit] = /cpu speed ([\d.]+) ([MG])Hz/.exec(text)!
  const domains = new Map<number, Map<string, Line>>()
  for (const section of text.split('|-- Domain ').slice(1)) {
    const states = new Map<string, Line>()
    const vCpu = section.slice(section.indexOf('-- v0 --'))
    for (const [, name, count, mean] of vCpu.matchAll(/^ +(\w+): +(\d+) +[\d.]+s +(\d+) \{/gm))
      states.set(name!, { count: Number(count), meanCycles: Number(mean) })
    domains.set(Number.parseInt(section, 10), states)
  }
  return { hz: Number(speed) * (unit === 'G' ? 1e9 : 1e6), domains }
}

async function totalsOf(trace: string, tscHz: number) {
  const into = new ObservationBuilder({ windowSeconds: 1 << 20 })
  const spec = { kind: 'xentrace' as const, startEpochSeconds: 1_795_193_903, tscHz }
  await readSource(createReadStream(trace).pipe(createGunzip()), spec, into)
  return new Map(into.finish().observations.map((o) => [o.domain, o.cpu!]))
}

/**
 * xenalyze leaves a vCPU out until it first runs, so one wake-up and the times around it may be
 * missing there; it prints means in whole cycles.
 */
function expectAgreement(found: Line | null, printed: Line | undefined, hz: number) {
  if (!printed) return expect(found?.count ?? 0).toBeLessThanOrEqual(1)
  expect(found!.count - printed.count).toBeGreaterThanOrEqual(0)
  expect(found!.count - printed.count).toBeLessThanOrEqual(1)
  const seconds = ({ count, meanCycles }: Line) => (count * meanCycles) / hz
  expect(Math.abs(seconds(found!) - seconds(printed))).toBeLessThan(0.001)
}

const recordings = RECORDINGS
  ? readdirSync(RECORDINGS).filter((name) =>
      existsSync(join(RECORDINGS, name, 'xenalyze-summary.txt')),
    )
  : []

describe.each([
  ['short', join(FIXTURES, 'short.bin.gz'), join(FIXTURES, 'short-xenalyze.txt')],
  ...recordings.map((name) => [
    name,
    join(RECORDINGS!, name, 'xentrace.bin.gz'),
    join(RECORDINGS!, name, 'xenalyze-summary.txt'),
  ]),
])('%s', (_, trace, summary) => {
  test('has the totals of xenalyze --summary', async () => {
    const { hz, domains } = readSummary(await readFile(summary!, 'utf8'))
    const totals = await totalsOf(trace!, hz)
    expect(domains.size).toBe(totals.size)
    const line = (stats: LengthStats | null): Line | null =>
      stats && { count: stats.count, meanCycles: stats.meanSeconds * hz }
    for (const [id, printed] of domains) {
      const name = id === 0 ? 'Domain-0' : id === 32_767 ? 'idle' : `dom${id}`
      const { schedule, usedSeconds } = totals.get(name)!
      const { runLength, continuations, wakeToRun, preemptedWait, blockedLength } = schedule!
      expectAgreement(line(wakeToRun), printed.get('wake'), hz)
      expectAgreement(line(preemptedWait), printed.get('preempt'), hz)
      expectAgreement(line(blockedLength), printed.get('blocked'), hz)
      // xenalyze counts a new run whenever the scheduler lets a vCPU continue.
      const running = printed.get('running')!
      const looks = runLength!.count + continuations
      expect(Math.abs(looks - running.count)).toBeLessThanOrEqual(2)
      const printedSeconds = (running.count * running.meanCycles) / hz
      expect(Math.abs(usedSeconds - printedSeconds)).toBeLessThan(0.02)
    }
  })

  test('has every vCPU in some state at all times, and a cause for every wait', async () => {
    const { hz } = readSummary(await readFile(summary!, 'utf8'))
    for (const [name, cpu] of await totalsOf(trace!, hz)) {
      const { usedSeconds, blockedSeconds, schedule, coveredSeconds } = cpu
      const wait = cpu.runnableWaitSeconds ?? coveredSeconds - usedSeconds
      const sum = usedSeconds + wait + blockedSeconds! + schedule!.offlineSeconds
      expect(sum).toBeCloseTo(coveredSeconds, 6)
      if (name === 'idle') continue
      const behind = Object.values(schedule!.waitedBehindSeconds).reduce((a, b) => a + b, 0)
      expect(behind).toBeLessThanOrEqual(wait + 1e-9)
      expect(behind).toBeGreaterThan(wait * 0.98)
    }
  })
})
