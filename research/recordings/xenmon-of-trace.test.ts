import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { ObservationBuilder, readSource } from '@steelyard/traces'
import { BLOCKED, change, encodeTrace, RUNNABLE, RUNNING } from '@steelyard/traces/testing'
import { afterAll, expect, test } from 'vitest'
import { domainsListed, firstTsc, tscHzOf } from './run-facts.ts'
import { xenmonOfTrace } from './xenmon-of-trace.ts'

const HZ = 1e9
const START = 1_795_000_000.5
const DOMAINS = [
  { name: 'Domain-0', id: 0 },
  { name: 'vm1', id: 1 },
]
const folder = mkdtempSync(path.join(os.tmpdir(), 'xenmon-of-trace-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Ten times a second vm1 waits 10 ms behind Domain-0, then runs for 30 ms. */
const trace = encodeTrace(
  Array.from({ length: 80 }, (_, turn) => turn * 0.1e9).flatMap((at) => [
    change(at + 1, 0, [0, 0], BLOCKED, RUNNABLE),
    change(at + 2, 0, [0, 0], RUNNABLE, RUNNING),
    change(at + 10e6, 0, [1, 0], BLOCKED, RUNNABLE),
    change(at + 20e6 - 1, 0, [0, 0], RUNNING, BLOCKED),
    change(at + 20e6, 0, [1, 0], RUNNABLE, RUNNING),
    change(at + 50e6, 0, [1, 0], RUNNING, BLOCKED),
  ]),
)

test('rows show the activity of each domain in each whole second', async () => {
  const file = path.join(folder, 'xentrace.bin')
  writeFileSync(file, trace)
  const logs = await xenmonOfTrace({
    path: file,
    startEpochSeconds: START,
    tscHz: HZ,
    domains: DOMAINS,
  })
  const builder = new ObservationBuilder({ windowSeconds: 1 })
  for (const { id, name } of DOMAINS) {
    const report = await readSource(
      Readable.from([Buffer.from(logs.textOf.get(name)!)]),
      {
        kind: 'xenmon',
        startEpochSeconds: logs.startEpochSeconds,
        domainNames: { [id]: name },
      },
      builder,
      { path: name, now: new Date((START + 100) * 1000) },
    )
    // The trace has eight seconds, the first of which is incomplete.
    expect(report).toMatchObject({ accepted: 7, rejected: 0 })
  }
  const { observations } = builder.finish()
  const about = (name: string) => observations.filter(({ domain }) => domain === name)
  expect(about('vm1').map((each) => each.windowStartEpochSeconds)).toEqual(
    Array.from({ length: 7 }, (_, index) => Math.ceil(START) + index),
  )
  for (const { cpu } of about('vm1')) {
    expect(cpu!.usedSeconds).toBeCloseTo(0.3, 6)
    expect(cpu!.runnableWaitSeconds).toBeCloseTo(0.1, 6)
    expect(cpu!.blockedSeconds).toBeCloseTo(0.6, 6)
    expect(cpu!.dispatches).toBeCloseTo(10, 6)
  }
  for (const { cpu } of about('Domain-0')) expect(cpu!.usedSeconds).toBeCloseTo(0.2, 6)
})

test('what else Domain-0 says is understood', () => {
  expect(firstTsc(trace)).toBe(1n)
  const clocks = [
    { tsc: 5n, epochSeconds: 100 },
    { tsc: 24_000_000_305n, epochSeconds: 110.00001 },
  ] as const
  expect(tscHzOf(...clocks)).toBe(2.4e9)
  const list = `1795191788.397686694
Cpupool Pool-0: tslice=30ms ratelimit=1000us migration-delay=0us
Name                                ID Weight  Cap
Domain-0                             0    256    0
vm1                                  1    256    0
Name                                        ID   Mem VCPUs\tState\tTime(s)
Domain-0                                     0   640     1     r-----      37.4
vm1                                          1   256     1     -b----      55.9
Name                                ID  VCPU   CPU State   Time(s) Affinity (Hard / Soft)
Domain-0                             0     0    0   r--      37.4  all / all
`
  expect(domainsListed(list)).toEqual(DOMAINS)
})
