import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readText, refusalOf } from '../read-text.fixture.ts'
import type { XentopSpec } from './xentop-spec.ts'

const start = 1_795_191_600
const spec: XentopSpec = { kind: 'xentop', startEpochSeconds: start, intervalSeconds: 1 }
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

const header =
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k) VBDS   VBD_OO   VBD_RD   VBD_WR  VBD_RSECT  VBD_WSECT SSID'
const line = (name: string, percent: string, vCpus = 1, maxmem = ' 655360      31.3') =>
  `${name.padStart(10)} --b---         10   ${percent}     655360   31.3     ${maxmem}     ${vCpus}    0        0        0    0        0        0        0          0          0    0`
const samples = (...rows: string[][]) => `${rows.flatMap((r) => [header, ...r]).join('\n')}\n`

test('the first of three real samples is dropped', async () => {
  const { at, report } = await readText(await fixture('full-names.txt'), spec)
  expect(at('Domain-0').cpu).toMatchObject({
    source: 'xentop',
    runnableWaitSeconds: null,
    dispatches: null,
    ioCount: null,
    coveredSeconds: 2,
  })
  expect(at('Domain-0').cpu!.usedSeconds).toBeCloseTo((8.4 + 5.6) / 100, 9)
  expect(report.domains).toEqual(['Domain-0', 'vm1', 'vm2', 'vm3'])
  expect(report).toMatchObject({ accepted: 12, rejected: 0, firstAtEpochSeconds: start + 1 })
})

test('the lines of -v, -n and -x are skipped', async () => {
  const { report, at } = await readText(await fixture('with-vcpus.txt'), spec)
  expect(report.rejected).toBe(0)
  expect(at('vm1').cpu!.usedSeconds).toBeCloseTo(0.008, 9)
  const error = await refusalOf(readText((await fixture('with-networks.txt')).slice(0, 200), spec))
  expect(error.code).toBe('not-as-declared')
  const { report: networks } = await readText(await fixture('with-networks.txt'), spec)
  expect(networks.rejected).toBe(0)
})

test('a domain may be called like what every object has', async () => {
  const names = Object.getOwnPropertyNames(Object.prototype)
  const named = { ...spec, domainNames: { vm1: 'web' } }
  const rows = [...names, 'vm1'].map((name) => line(name, '30.0'))
  const { report } = await readText(samples(rows, rows), named)
  expect(report.domains).toEqual([...names, 'web'].sort())
})

test('summary lines, missing limits, n/a, several vCPUs and names with blanks are read', async () => {
  const summary = [
    'xentop - 16:21:15   Xen 4.17.7',
    '2 domains: 1 running, 1 blocked, 0 paused, 0 crashed, 0 dying, 0 shutdown',
    'Mem: 2096696k total, 1529624k used, 567072k free    CPUs: 1 @ 2000MHz',
  ]
  const rows = (dom0: string, web: string) => [
    line('Domain-0', dom0, 2, '  no limit       n/a'),
    line('my web vm', web, 2),
  ]
  const text = [
    ...summary,
    header,
    ...rows('0.0', '0.0'),
    ...summary,
    header,
    ...rows('150.5', '30.0'),
  ]
  const { at, report } = await readText(`${text.join('\n')}\n`, spec)
  expect(report.rejected).toBe(0)
  expect(at('Domain-0').cpu!.usedSeconds).toBeCloseTo(1.505, 9)
  expect(at('my web vm').cpu!.usedSeconds).toBeCloseTo(0.3, 9)
})

test('names cut to ten characters can be replaced with their full names', async () => {
  const text = samples([line('production', '0.0')], [line('production', '50.0')])
  const { report } = await readText(text, {
    ...spec,
    domainNames: { production: 'production-web-1' },
  })
  expect(report.domains).toEqual(['production-web-1'])
  expect(report.notes.join()).toContain('10 characters')
})

describe('rejected rows', () => {
  test.each([
    ['more than its vCPUs', line('vm1', '400.0', 2), 'more than 2 vCPUs'],
    ['NaN', line('vm1', 'nan'), 'not a number'],
    ['cut lines', 'vm1 --b---', 'not a row'],
    ['a name twice', line('vm0', '1.0'), 'twice'],
  ])('report %s with the reason', async (_, bad, reason) => {
    const good = [line('vm0', '10.0'), line('vm9', '10.0')]
    const { report } = await readText(samples(good, [...good, bad]), spec)
    expect(report.rejected).toBe(1)
    expect(report.examples[0]!.reason).toContain(reason)
  })

  test('cost no time, however long', async () => {
    const bad = `x${' '.repeat(60_000)}y`
    const good = [line('vm0', '10.0'), line('vm9', '10.0')]
    const { report } = await readText(samples(good, good, [bad]), spec)
    expect(report.rejected).toBe(1)
  })

  test('a log without interval or start is refused as a whole', async () => {
    const text = samples([line('a', '0.0')], [line('a', '1.0')])
    const noInterval = await refusalOf(readText(text, { ...spec, intervalSeconds: 0 }))
    expect(noInterval.code).toBe('bad-spec')
    const noStart = await refusalOf(readText(text, { ...spec, startEpochSeconds: 0 }))
    expect(noStart.code).toBe('bad-spec')
  })
})
