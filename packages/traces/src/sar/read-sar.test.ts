import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTHING_ANSWERED } from '../detect/detection.ts'
import type { ReadableDetection } from '../detect-source.ts'
import { detectSource } from '../index.ts'
import { readText, refusalOf } from '../read-text.fixture.ts'
import { SAR } from './sar-format.ts'
import type { SarSpec } from './sar-spec.ts'

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
const spec: SarSpec = { kind: 'sar', domain: 'vm1', dateOrder: 'mdy' }
const now = new Date('2026-11-24T00:00:00Z')
const read = (text: string, change: Partial<SarSpec> = {}, windowSeconds = 86_400) =>
  readText(text, { ...spec, ...change }, { now, windowSeconds })
const epoch = (iso: string) => Date.parse(`${iso}Z`) / 1000

const BANNER = 'Linux 6.1.0 (vm1) \t11/22/2026 \t_x86_64_\t(2 CPU)'
const HEADER = 'CPU     %user     %nice   %system   %iowait    %steal     %idle'
const row = (clock: string, user: number, steal: number) =>
  `${clock}        all     ${user.toFixed(2)}      0.00      0.00      0.00     ${steal.toFixed(2)}     ${(100 - user - steal).toFixed(2)}`
const report = (...rows: string[]) => `${[BANNER, '', `08:00:00 ${HEADER}`, ...rows].join('\n')}\n`

describe('the reading', () => {
  test('gives used, stolen and idle seconds of all vCPUs, in twelve-hour time over midnight', async () => {
    const { set, report } = await read(await fixture('twelve-hours'))
    expect(report).toMatchObject({
      accepted: 3,
      rejected: 0,
      domains: ['vm1'],
      firstAtEpochSeconds: epoch('2026-11-22T23:59:59'),
      lastAtEpochSeconds: epoch('2026-11-23T00:00:01'),
    })
    const [before, after] = set.observations.map(({ cpu }) => cpu!)
    expect(before).toMatchObject({
      source: 'sar',
      coveredSeconds: 2,
      dispatches: null,
      ioCount: null,
    })
    // Two vCPUs used 15 % of the first second and 25 % of the second one.
    expect(before!.usedSeconds).toBeCloseTo(2 * (0.15 + 0.25), 9)
    expect(before!.runnableWaitSeconds).toBeCloseTo(2 * (0.05 + 0.1), 9)
    expect(before!.blockedSeconds).toBeCloseTo(2 * (0.8 + 0.65), 9)
    expect(after).toMatchObject({ usedSeconds: 0, runnableWaitSeconds: 0, coveredSeconds: 1 })
  })

  test('counts guests and interrupts as used, and takes only the row of all vCPUs, with -u ALL and -P ALL', async () => {
    const { at, report } = await read(await fixture('all-columns-iso'), { dateOrder: 'ymd' })
    expect(report.rejected).toBe(0)
    expect(at('vm1').cpu!.usedSeconds).toBeCloseTo(2 * 0.185, 9)
    expect(at('vm1').cpu!.runnableWaitSeconds).toBeCloseTo(2 * 0.02, 9)
    expect(at('vm1').cpu!.coveredSeconds).toBe(2)
  })

  test('accepts decimal commas, and takes the new number of vCPUs after a restart', async () => {
    const { at, report } = await read(await fixture('german-restart'), { dateOrder: 'dmy' })
    expect(report).toMatchObject({ accepted: 3, rejected: 0 })
    expect(at('vm1').cpu!.usedSeconds).toBeCloseTo(600 * (0.15 + 0.25 + 4 * 0.25), 6)
    expect(at('vm1').cpu!.coveredSeconds).toBe(1800)
  })

  test('takes times in the given zone, or counts them from the given start', async () => {
    const text = report(row('08:00:01', 10, 0))
    const inZone = await read(text, { timeZone: 'Europe/Berlin' })
    expect(inZone.report.firstAtEpochSeconds).toBe(epoch('2026-11-22T07:00:01'))
    const startEpochSeconds = epoch('2026-11-11T05:00:00')
    const said = await read(text, { startEpochSeconds })
    expect(said.report.firstAtEpochSeconds).toBe(startEpochSeconds + 1)
  })

  test('has no steal time without the column %steal', async () => {
    const old = `${BANNER}\n08:00:00 CPU %user %nice %system %iowait %idle\n08:00:01 all 10.00 0.00 0.00 0.00 90.00\n`
    expect((await read(old)).at('vm1').cpu!.runnableWaitSeconds).toBeNull()
  })

  test('skips other tables of the same run', async () => {
    const text = `${report(row('08:00:01', 10, 0))}\n08:00:00  kbmemfree  kbavail\n08:00:01  1000  2000\n\n08:00:00 IFACE rxpck/s\n08:00:01 eth0 1.00\n`
    expect((await read(text)).report).toMatchObject({ accepted: 1, rejected: 0 })
  })
})

describe('a faulty file', () => {
  test.each([
    ['shares that are not the whole', row('08:00:02', 10, 0).replace('90.00', '50.00'), 'add up'],
    ['a negative share', row('08:00:02', 10, 0).replace('10.00', '-1.00'), 'not a share'],
    ['a clock that goes back', row('07:00:00', 10, 0), 'goes back'],
    ['a row cut short', '08:00:02        all     10.00      0.00', '2 values'],
    ['garbage', 'Segmentation fault', 'not a line of sar'],
  ])('has %s rejected, and the row after it covers no time', async (_, bad, reason) => {
    const good = [1, 2, 3, 4].map((second) => row(`08:01:0${second}`, 10, 0))
    const { report: told, at } = await read(report(row('08:00:01', 10, 0), bad, ...good))
    expect(told.rejected).toBe(1)
    expect(told.examples[0]!.reason).toContain(reason)
    // One second before the bad line and three after the first valid one are covered.
    expect(at('vm1').cpu!.coveredSeconds).toBe(4)
    expect(at('vm1').cpu!.usedSeconds).toBeCloseTo(4 * 2 * 0.1, 9)
  })

  test('has no date where the banner is missing', async () => {
    const rows = report(row('08:00:01', 10, 0)).replace(BANNER, '')
    const refused = await refusalOf(read(rows))
    expect(refused).toMatchObject({ code: 'not-as-declared' })
    expect(refused.message).toContain('the date and the number of vCPUs')
  })

  test('is empty where there is nothing but the banner', async () => {
    expect((await refusalOf(read(`${BANNER}\n`))).code).toBe('empty')
  })
})

describe('any sampling', () => {
  const sample = fc.record({
    step: fc.integer({ min: 1, max: 600 }),
    user: fc.nat(60),
    steal: fc.nat(40),
  })
  const clockOf = (wall: number) => new Date(wall * 1000).toISOString().slice(11, 19)

  test('gives the sums of used, stolen and covered time that were written, over any midnight', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(86_399),
        fc.array(sample, { minLength: 1, maxLength: 60 }),
        async (start, samples) => {
          const header = `${clockOf(start)} ${HEADER}`
          let wall = start
          const rows = samples.map(({ step, user, steal }) => {
            wall += step
            return row(clockOf(wall), user, steal)
          })
          const { set } = await read([BANNER, header, ...rows].join('\n'))
          const sum = (
            of: (cpu: NonNullable<(typeof set.observations)[0]['cpu']>) => number | null,
          ) => set.observations.reduce((total, { cpu }) => total + of(cpu!)!, 0)
          const wanted = (percentOf: (each: (typeof samples)[0]) => number) =>
            samples.reduce((total, each) => total + (2 * each.step * percentOf(each)) / 100, 0)
          expect(sum(({ usedSeconds }) => usedSeconds)).toBeCloseTo(
            wanted(({ user }) => user),
            6,
          )
          expect(sum(({ runnableWaitSeconds }) => runnableWaitSeconds)).toBeCloseTo(
            wanted(({ steal }) => steal),
            6,
          )
          expect(sum(({ coveredSeconds }) => coveredSeconds)).toBeCloseTo(wall - start, 6)
        },
      ),
      { numRuns: 60 },
    ))

  test('never gives more than the vCPUs have, whatever the order of the rows', () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }),
        async (seconds) => {
          const rows = seconds.map((second) => row(`08:00:0${second}`, 60, 40))
          const outcome = await read(report(...rows)).catch(() => null)
          const cpu = outcome?.set.observations[0]?.cpu
          expect(cpu?.usedSeconds ?? 0).toBeLessThanOrEqual(2 * 8 * 0.6 + 1e-9)
          expect(cpu?.coveredSeconds ?? 0).toBeLessThanOrEqual(8)
        },
      ),
      { numRuns: 100 },
    ))

  test('costs no time for a very long line', async () => {
    const text = report(
      row('08:00:01', 10, 0),
      `Linux ${'('.repeat(60_000)}`,
      row('08:00:02', 10, 0),
    )
    expect((await read(text)).report.rejected).toBe(1)
  })

  test('gives a bounded number of windows, even from tens of thousands of rows', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => row(clockOf(28_801 + i), 10, 5))
    const { set, report: told } = await readText(`${report()}${rows.join('\n')}`, spec, {
      now: new Date('2026-12-24T00:00:00Z'),
      windowSeconds: 1,
    })
    expect(told).toMatchObject({ accepted: 30_000, rejected: 0 })
    expect(set.observations.length).toBeLessThanOrEqual(4000)
  })
})

describe('detection', () => {
  const member = { path: 'sar.txt', fileName: 'sar.txt' }
  const detect = (text: string, change = {}) =>
    detectSource(member, Buffer.from(text), { ...NOTHING_ANSWERED, ...change }) as ReadableDetection

  test.each(['twelve-hours', 'all-columns-iso', 'german-restart'])(
    'recognises %s and asks for its time zone',
    async (name) => {
      const detection = detect(await fixture(name))
      expect(detection).toMatchObject({ kind: 'sar', suggestedDomain: 'vm1' })
      expect(detection.raised.map(({ id }) => id)).toEqual(['time-zone'])
      expect(detection.samples.length).toBeGreaterThan(0)
      expect(detect(await fixture(name), { timeZone: 'Europe/Berlin' }).raised).toEqual([])
    },
  )

  test('asks about a date that can be read in two ways, and offers both', () => {
    const text = report(row('08:00:01', 10, 0)).replace('11/22/2026', '11/12/2026')
    const { raised } = detect(text, { timeZone: 'UTC' })
    expect(raised.map(({ id }) => id)).toEqual(['start-time'])
    expect(raised[0]!.choices.map(({ value }) => value)).toEqual([
      '2026-11-12T08:00:00.000Z',
      '2026-12-11T08:00:00.000Z',
    ])
    const said = {
      answers: { ...NOTHING_ANSWERED, startEpochSeconds: epoch('2026-12-11T08:00:00') },
      recording: null,
      domains: [{ found: 'vm1', subject: 'web' }],
      facts: { modifiedAtEpochSeconds: null, lengthSeconds: null, aligned: null, trace: null },
    }
    const detection = detect(text) as Parameters<typeof SAR.settle>[0]
    expect(SAR.questions(detection, said)).toEqual([])
    expect(SAR.settle(detection, said)).toMatchObject({
      domain: 'web',
      startEpochSeconds: epoch('2026-12-11T08:00:00'),
    })
  })

  test('asks for the vCPUs where an old sar does not print them, unless something else says it', () => {
    const text = report(row('08:00:01', 10, 0)).replace(/_x86.*\)/, '')
    const detection = detect(text, { timeZone: 'UTC' }) as Parameters<typeof SAR.settle>[0]
    const said = {
      answers: { ...NOTHING_ANSWERED, timeZone: 'UTC' },
      recording: null,
      domains: [{ found: 'vm1', subject: 'web' }],
      facts: { modifiedAtEpochSeconds: null, lengthSeconds: null, aligned: null, trace: null },
    }
    expect(SAR.questions(detection, said).map(({ id }) => id)).toEqual(['v-cpus'])
    const known = { ...said, vCpus: { web: 4 } }
    expect(SAR.questions(detection, known)).toEqual([])
    expect(SAR.settle(detection, known).vCpus).toBe(4)
    const answered = { ...known, answers: { ...said.answers, vCpus: 2 } }
    expect(SAR.settle(detection, answered).vCpus).toBe(2)
  })

  test('rejects what only resembles the output of sar', () => {
    expect(detect(`${BANNER}\n\n08:00:00 kbmemfree kbavail\n08:00:01 1 2\n`).kind).toBe('unknown')
    expect(detect(report(row('08:00:01', 1, 0)).replace('11/22/2026', '31/31/2026')).kind).toBe(
      'unknown',
    )
  })
})
