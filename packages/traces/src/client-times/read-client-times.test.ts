import { describe, expect, test } from 'vitest'
import { readText, refusalOf } from '../read-text.fixture.ts'
import type { ClientTimesSpec } from './client-times-spec.ts'

const spec: ClientTimesSpec = {
  kind: 'client-times',
  domain: 'vm1',
  startColumn: 'start_epoch',
  responseColumn: 'resp_s',
  responseUnit: 's',
  statusColumn: 'status',
  errorColumn: 'error',
}
const header = 'phase,seq,sched_s,start_epoch,conn_s,resp_s,status,bytes,error'
const rows = [
  '1,0,0.0,1795191600.5,0.0001,0.010,200,180,',
  '1,1,0.1,1795191601.0,0.0001,0.030,503,180,',
  '1,2,0.2,1795191602.0,0.0001,0.000,0,0,"timeout, connecting"',
]
const csv = (...more: string[]) => `${[header, ...rows, ...more].join('\n')}\n`

test('counts arrivals and errors, and gives failed requests no duration', async () => {
  const { at, report } = await readText(csv(), spec)
  const stats = at('vm1').clientRequests!
  expect(stats).toMatchObject({ arrivals: 3, errors: 2, meanBytes: null })
  expect(stats.duration!.count).toBe(2)
  expect(stats.duration!.meanSeconds).toBeCloseTo(0.02, 9)
  expect(stats.interArrival).toMatchObject({ count: 2, meanSeconds: 0.75 })
  expect(at('vm1').requests).toBeNull()
  expect(report).toMatchObject({ accepted: 3, rejected: 0 })
})

test('accepts clients with another clock and other units', async () => {
  const text = 'timeStamp,elapsed\n1795191600500,250\n'
  const { report, at } = await readText(text, {
    kind: 'client-times',
    domain: 'vm1',
    startColumn: 'timeStamp',
    startUnit: 'ms',
    responseColumn: 'elapsed',
    responseUnit: 'ms',
    hostMinusClientSeconds: 100,
  })
  expect(report.firstAtEpochSeconds).toBeCloseTo(1_795_191_700.5, 6)
  expect(at('vm1').clientRequests!.duration!.meanSeconds).toBe(0.25)
})

test('accepts quoted fields, a byte order mark and Windows line ends', async () => {
  const text = '\ufeff"start_epoch","resp_s","status","error"\r\n"1795191600.5","0.5","200",""\r\n'
  const { at } = await readText(text, spec)
  expect(at('vm1').clientRequests!.duration!.maxSeconds).toBe(0.5)
})

describe('a rejected row', () => {
  test.each([
    ['a negative duration', '1,3,0,1795191603,0,-1,200,1,', 'resp_s'],
    ['NaN', '1,3,0,1795191603,0,NaN,200,1,', 'resp_s'],
    ['milliseconds taken for seconds', '1,3,0,1795191603,0,90000,200,1,', 'resp_s'],
    ['no start', '1,3,0,,0,0.1,200,1,', 'start_epoch'],
    ['a start in the future', '1,3,0,1795391603,0,0.1,200,1,', 'start_epoch'],
    ['a start in milliseconds', '1,3,0,1795191603000,0,0.1,200,1,', 'start_epoch'],
    ['values missing', '1,3,0,1795191603', undefined],
  ])('is reported with line and column for %s', async (_, row, column) => {
    const { report } = await readText(csv(row), spec)
    expect(report).toMatchObject({ accepted: 3, rejected: 1 })
    expect(report.examples[0]).toMatchObject({ line: 5, ...(column ? { column } : {}) })
  })

  test('is reported with its line for broken quoting', async () => {
    const { report } = await readText(csv('1,3,0,17951"91603,0,0.1,200,1,'), spec)
    expect(report.rejected).toBe(1)
    expect(report.examples[0]!.line).toBe(5)
  })
})

describe('a hostile CSV file', () => {
  const chunk = 'x'.repeat(65_536)

  test('has a line of 10 MB rejected without being stored, and the rest read', async () => {
    const { report } = await readText([csv(), ...Array(160).fill(chunk), '\n', rows[0]!], spec)
    expect(report.rejected).toBeGreaterThanOrEqual(1)
    expect(report.accepted).toBe(4)
  })

  test('may open a quote that never ends', async () => {
    const reading = readText([csv(), '"', ...Array(160).fill(`${chunk}\n`)], spec)
    const outcome = await reading.then(
      ({ report }) => report.accepted,
      (error: unknown) => (error as Error).name,
    )
    expect([3, 'TraceError']).toContain(outcome)
  })

  test('keeps its spreadsheet formulas as text', async () => {
    const { report } = await readText(csv('=cmd|x,3,0,abc,0,0.1,200,1,\u{1F600}é'), spec)
    expect(report.examples[0]).toMatchObject({ line: 5, column: 'start_epoch' })
    expect(report.examples[0]!.excerpt).toContain('=cmd|x')
    expect(report.examples[0]!.excerpt).toContain('\u{1F600}é')
  })
})

test('a file without the columns is refused, and the refusal lists the columns it has', async () => {
  const error = await refusalOf(readText('a,b\n1,2\n', spec))
  expect(error).toMatchObject({ code: 'not-as-declared', where: { line: 1 } })
  expect(error.fix).toContain('a, b')
  expect((await refusalOf(readText('', spec))).code).toBe('empty')
  expect((await refusalOf(readText(`${header}\n`, spec))).code).toBe('empty')
})
