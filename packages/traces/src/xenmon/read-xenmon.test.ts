import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { detectSource } from '../index.ts'
import { readText, refusalOf } from '../read-text.fixture.ts'
import { XENMON_HEADER } from './xenmon-row.ts'
import type { XenmonSpec } from './xenmon-spec.ts'

const start = 1_795_191_600
const spec: XenmonSpec = { kind: 'xenmon', startEpochSeconds: start }

interface Row {
  passedMs: number
  pCpu?: number
  dom?: number
  cpuPercent?: number
  waitedPercent?: number
  io?: number
}

function row({ passedMs, pCpu = 0, dom = 1, cpuPercent = 10, waitedPercent = 5, io = 0 }: Row) {
  const cpu = cpuPercent * 1e7
  const waited = waitedPercent * 1e7
  const values = [cpu, cpuPercent, cpu / 100, 3e7, 5e8, 50, 0, waited, waitedPercent, waited / 100]
  return [passedMs.toFixed(3), pCpu, dom, ...[...values, 100, io, 0].map((v) => v.toFixed(3))].join(
    ' ',
  )
}

function log(rows: Row[]): string {
  return `${[XENMON_HEADER, ...rows.map(row)].join('\n')}\n`
}

/** Rounds at 3 ms, 1003 ms, ... as xenmon writes them. */
const rounds = (count: number, more: Omit<Row, 'passedMs'> = {}): Row[] =>
  Array.from({ length: count }, (_, i) => ({ passedMs: 3 + i * 1000, ...more }))

test('amounts per second become amounts of the interval that passed', async () => {
  const drifting = Array.from({ length: 42 }, (_, i) => ({ passedMs: 3 + i * 1500 }))
  const { at, report } = await readText(log(drifting), spec)
  const { cpu } = at('dom1')
  expect(cpu).toMatchObject({ source: 'xenmon', ioCount: null })
  // Rows 1 and 2 are dropped; row 3 covers 1.503 s to 3.003 s; the window ends at 60 s.
  expect(cpu!.coveredSeconds).toBeCloseTo(60 - 1.503, 6)
  expect(cpu!.usedSeconds / cpu!.coveredSeconds).toBeCloseTo(0.1, 9)
  expect(cpu!.runnableWaitSeconds! / cpu!.coveredSeconds).toBeCloseTo(0.05, 9)
  expect(cpu!.blockedSeconds! / cpu!.coveredSeconds).toBeCloseTo(0.5, 9)
  expect(cpu!.dispatches! / cpu!.coveredSeconds).toBeCloseTo(100, 9)
  expect(report).toMatchObject({ lines: 43, accepted: 42, rejected: 0 })
  expect(report.notes.join()).toContain('2 rows')
})

test('rows of several pCPUs are summed although their times differ a little', async () => {
  const rows = rounds(20).flatMap((r) => [r, { ...r, pCpu: 1, passedMs: r.passedMs + 1.7 }])
  const { at } = await readText(log(rows), spec)
  const { cpu } = at('dom1')
  expect(cpu!.usedSeconds).toBeCloseTo(18 * 2 * 0.1, 6)
  expect(cpu!.coveredSeconds).toBeCloseTo(18, 1)
})

test('a missing row means zero CPU time, not a longer interval', async () => {
  const gappy = rounds(30).filter((_, i) => i < 10 || i >= 20)
  const { at } = await readText(log(gappy), spec)
  const { cpu } = at('dom1')
  expect(cpu!.usedSeconds).toBeCloseTo(18 * 0.1, 6)
  expect(cpu!.coveredSeconds).toBeCloseTo(28, 6)
})

test('a round without a row of Domain-0, where xenmon runs, did not take place', async () => {
  const taken = (_: unknown, i: number) => i < 10 || i >= 20
  const rows = [...rounds(30, { dom: 0 }).filter(taken), ...rounds(30, { dom: 1 }).filter(taken)]
  const { at } = await readText(log(rows), spec)
  for (const { cpu } of [at('Domain-0'), at('dom1')]) {
    expect(cpu!.usedSeconds).toBeCloseTo(18 * 0.1, 6)
    expect(cpu!.coveredSeconds).toBeCloseTo(18, 6)
  }
})

test('a domain without rows, where others have some, used nothing', async () => {
  const rows = [...rounds(10, { dom: 1 }), ...rounds(130, { dom: 2 })]
  const { at } = await readText(log(rows), spec)
  expect(at('dom1', 1).cpu).toMatchObject({
    source: 'xenmon',
    usedSeconds: 0,
    runnableWaitSeconds: 0,
    blockedSeconds: null,
    dispatches: 0,
    ioCount: null,
    coveredSeconds: 60,
  })
})

test('a log that starts late because its domain did has no invalid first rows', async () => {
  const { at } = await readText(log(rounds(12).slice(5)), spec)
  expect(at('dom1').cpu!.usedSeconds).toBeCloseTo(7 * 0.1, 6)
})

test('the column dom names the domain, and the idle domain too', async () => {
  const rows = [...rounds(5, { dom: 0 }), ...rounds(5, { dom: -1 }), ...rounds(5, { dom: 7 })]
  const { report } = await readText(log(rows), { ...spec, domainNames: { '7': 'web' } })
  expect(report.domains).toEqual(['Domain-0', 'idle', 'web'])
})

test('a note warns of a host with more domains than xenmon has room for', async () => {
  const { report } = await readText(log(rounds(5, { dom: 31 })), spec)
  expect(report.notes.join()).toContain('32 domains')
})

test('I/O is used only where xenmon counted any', async () => {
  const { at, report } = await readText(log(rounds(12, { io: 7 })), spec)
  expect(at('dom1').cpu!.ioCount).toBeCloseTo(70, 6)
  expect(report.notes.join()).not.toContain('io(tot)')
})

describe('logs of unmodified xenmon on Xen 4.17', () => {
  test.each(['dom0', 'dom1', 'idle'])('give the CPU time of %s but no waits', async (name) => {
    const text = await readFile(new URL(`fixtures/unmodified-${name}.log`, import.meta.url), 'utf8')
    const { set, report } = await readText(text, spec, { windowSeconds: 10 })
    const { cpu } = set.observations[0]!
    expect(cpu!.runnableWaitSeconds).toBeNull()
    expect(cpu!.usedSeconds).toBeGreaterThan(0.4)
    if (name === 'idle') return expect(report.notes.join()).not.toContain('unmodified xenmon')
    expect(report.notes.join()).toContain('unmodified xenmon')
    expect(report.notes.join()).toContain('allocated/ex')
  })

  test('raise a warning on detection, with a way out', async () => {
    const name = 'log-dom1.log'
    const head = await readFile(new URL('fixtures/unmodified-dom1.log', import.meta.url))
    const found = detectSource({ path: name, fileName: name }, head)
    expect(found.kind === 'xenmon' && found.warnings.join()).toContain('xentrace -D -e 0x0002f000')
    const corrected = detectSource({ path: name, fileName: name }, Buffer.from(log(rounds(10))))
    expect(corrected).toMatchObject({ kind: 'xenmon', warnings: [] })
  })

  test('give waits where the log was corrected', async () => {
    const { at, report } = await readText(log(rounds(10)), spec)
    expect(at('dom1').cpu!.runnableWaitSeconds).toBeGreaterThan(0)
    expect(report.notes.join()).not.toContain('unmodified')
  })
})

describe('rejected rows', () => {
  const good = log(rounds(10))

  test.each([
    ['columns missing', '4000.0 0 1 5.0', '4 columns'],
    ['a negative amount', row({ passedMs: 20_000, cpuPercent: -1 }), 'not an amount'],
    ['NaN', row({ passedMs: 20_000 }).replace('3000000', 'nan'), 'not an amount'],
    ['more than one pCPU', row({ passedMs: 20_000, cpuPercent: 150 }), 'more CPU time'],
    ['time going back', row({ passedMs: 500 }), 'does not advance'],
    ['a row twice', row({ passedMs: 9003 }), 'does not advance'],
    ['ten years', row({ passedMs: 1e15 }), 'ten years'],
    ['the future', row({ passedMs: 1e8 }), 'in the future'],
  ])('report %s with line and reason', async (_, line, reason) => {
    const { report } = await readText(`${good}${line}\n`, spec, {
      now: new Date((start + 60) * 1000),
    })
    expect(report.rejected).toBe(1)
    expect(report.examples[0]).toMatchObject({ line: 12 })
    expect(report.examples[0]!.reason).toContain(reason)
  })

  test('a log without a start time is refused as a whole', async () => {
    const error = await refusalOf(readText(good, { ...spec, startEpochSeconds: 0 }))
    expect(error).toMatchObject({ code: 'bad-spec' })
    expect(error.fix).toContain('align')
  })

  test('a file of another kind, or with a header alone, is refused as a whole', async () => {
    const error = await refusalOf(readText('Name ID Weight Cap\nDomain-0 0 256 0\n', spec))
    expect(error.code).toBe('not-as-declared')
    expect((await refusalOf(readText(`${XENMON_HEADER}\n`, spec))).code).toBe('empty')
  })
})

test('a log with more pCPUs than a host can have uses no memory for them', async () => {
  const rows = Array.from({ length: 100_010 }, (_, pCpu) => ({ passedMs: 3, pCpu }))
  const { report } = await readText(log(rows), spec)
  expect(report).toMatchObject({ accepted: 100_000, rejected: 10 })
  expect(report.examples[0]).toMatchObject({ line: 100_002, column: 'cpu' })
})
