import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectSource } from '../detect-source.ts'
import { readText, refusalOf } from '../read-text.fixture.ts'
import { cpuOf, readAsUploaded } from '../wild/read-upload.fixture.ts'
import { RRD } from './rrd-format.ts'
import type { RrdForm } from './rrd-spec.ts'
import { readRrdUpdates } from './rrd-updates.ts'

const START = Date.UTC(2026, 10, 20, 9) / 1000
const A = '1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d'
const B = '2f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d'
const LEGEND = [
  `AVERAGE:vm:${A}:cpu0`,
  `MAX:vm:${A}:cpu0`,
  `AVERAGE:vm:${A}:cpu1`,
  `AVERAGE:vm:${B}:cpu0`,
  `AVERAGE:vm:${B}:memory`,
  `AVERAGE:host:${B}:cpu0`,
]

/** Shares of the vCPUs of A and B in each step; null where B is not there. */
interface Step {
  a: [number, number]
  b: number | null
}

const rowOf = ({ a, b }: Step) => [a[0], 0.99, a[1], b, 1e9, 0.5]
const shown = (value: number | null) => (value === null ? 'NaN' : value.toFixed(4))

const MAKE: Record<RrdForm, (steps: Step[], step: number) => string> = {
  csv: (steps, step) =>
    [
      `timestamp, ${LEGEND.join(', ')}`,
      ...steps.map(
        (each, i) =>
          `${new Date((START + (i + 1) * step) * 1000).toISOString().replace('.000', '')}, ${rowOf(
            each,
          )
            .map((value) => (value === null ? 'N/A' : value.toFixed(4)))
            .join(', ')}`,
      ),
    ].join('\n'),
  json: (steps, step) =>
    JSON.stringify({
      meta: {
        start: START,
        step,
        end: START + steps.length * step,
        rows: steps.length,
        columns: 6,
        legend: LEGEND,
      },
      data: steps
        .map((each, i) => ({ t: START + (i + 1) * step, values: rowOf(each).map(shown) }))
        .reverse(),
    }),
  xml: (steps, step) =>
    `<xport><meta><start>${START}</start><step>${step}</step><end>0</end><rows>1</rows><columns>6</columns><legend>${LEGEND.map((entry) => `<entry>${entry}</entry>`).join('')}</legend></meta><data>${steps
      .map(
        (each, i) =>
          `<row><t>${START + (i + 1) * step}</t>${rowOf(each)
            .map((value) => `<v>${shown(value)}</v>`)
            .join('')}</row>`,
      )
      .reverse()
      .join('')}</data></xport>`,
}

const share = fc.nat(1000).map((value) => value / 1000)
const steps = fc.array(fc.record({ a: fc.tuple(share, share), b: fc.option(share) }), {
  minLength: 2,
  maxLength: 60,
})

describe.each(Object.entries(MAKE))('%s', (form, make) => {
  test('gives the sums of the vCPUs that were written, newest first or last', () =>
    fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(5, 60), async (all, step) => {
        const text = make(all, step)
        const { set, report } = await readAsUploaded('rrd', Buffer.from(text))
        expect(report.rejected).toBe(0)
        const a = cpuOf(set, A)
        expect(a.seconds).toBeCloseTo(all.length * step, 6)
        const used = all.reduce((sum, each) => sum + each.a[0] + each.a[1], 0)
        expect(a.pCpus).toBeCloseTo(used / all.length, 6)
        const there = all.flatMap(({ b }) => b ?? [])
        const b = cpuOf(set, B)
        expect(b.seconds || 0).toBeCloseTo(there.length * step, 6)
        if (there.length > 0)
          expect(b.pCpus).toBeCloseTo(there.reduce((sum, each) => sum + each, 0) / there.length, 6)
      }),
      { numRuns: 40 },
    ))

  test('is recognised by its beginning', () => {
    const text = make(Array(500).fill({ a: [0.5, 0.25], b: 0.1 }), 5)
    const head = Buffer.from(text.slice(0, text.length / 2))
    const detection = detectSource({ path: 'x', fileName: 'x' }, head)
    expect(detection).toMatchObject({ kind: 'rrd', spec: { form } })
    expect((detection as { samples: unknown[] }).samples.length).toBeGreaterThan(0)
  })
})

test('a sample that was lost is no idle guest: XAPI delivers it as 0.0, memory included', async () => {
  const text = (memory: string) =>
    JSON.stringify({
      meta: { step: '5', legend: [`AVERAGE:vm:${A}:cpu0`, `AVERAGE:vm:${A}:memory`] },
      data: [
        { t: String(START + 10), values: ['0.0', memory] },
        { t: String(START + 5), values: ['0.5', '1073741824'] },
      ],
    })
  const use = async (memory: string) =>
    cpuOf((await readAsUploaded('rrd', Buffer.from(text(memory)))).set, A)
  expect(await use('1073741824')).toMatchObject({ seconds: 10, pCpus: 0.25 })
  expect(await use('0.0')).toMatchObject({ seconds: 5, pCpus: 0.5 })
})

describe('readRrdUpdates', () => {
  const rows = (data: unknown[], step = '5') =>
    readRrdUpdates(
      JSON.stringify({ meta: { step, end: String(START), legend: LEGEND, rows: '0' }, data }),
    )

  test('has the rows by their time, and leaves out those that do not fit the legend', () => {
    const values = ['0.1', 'NaN', '0.3', '0.4', '5', '0.6']
    const {
      legend,
      stepSeconds,
      rows: read,
    } = rows([
      { t: String(START + 10), values },
      { t: String(START + 5), values: ['1', '2'] },
      { t: 'NaN', values },
      { t: String(START), values },
    ])
    expect(stepSeconds).toBe(5)
    expect(legend[1]).toEqual({ consolidation: 'MAX', kind: 'vm', uuid: A, name: 'cpu0' })
    expect(read).toEqual([
      { endsAt: START, values: [0.1, Number.NaN, 0.3, 0.4, 5, 0.6] },
      { endsAt: START + 10, values: [0.1, Number.NaN, 0.3, 0.4, 5, 0.6] },
    ])
  })

  test('knows the step and the legend where there are no data', () => {
    const { legend, stepSeconds, newestAt, rows: read } = rows([], '3600')
    expect([legend.length, stepSeconds, newestAt, read]).toEqual([6, 3600, START, []])
  })

  test('refuses what breaks off, and any other text, and never hangs', () => {
    const whole = MAKE.json([{ a: [0.5, 0.5], b: null }], 5)
    expect(() => readRrdUpdates(whole.slice(0, -1))).toThrow('breaks off')
    expect(() => readRrdUpdates('<html></html>')).toThrow()
    fc.assert(
      fc.property(fc.string(), fc.nat(whole.length), (text, at) => {
        try {
          readRrdUpdates(whole.slice(0, at) + text + whole.slice(at))
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})

describe('hostile input', () => {
  test('a legend of a million columns is refused, whatever the form', async () => {
    const legend = Array(1_000_000).fill(`AVERAGE:vm:${A}:cpu0`)
    const json = `{"meta":{"step":5,"legend":[${legend.map((entry) => `"${entry}"`).join(',')}]},"data":[]}`
    const xml = `<xport><meta><step>5</step><legend>${legend.map((entry) => `<entry>${entry}</entry>`).join('')}</legend></meta></xport>`
    const csv = `timestamp, ${legend.join(', ')}\n${START}, 1\n`
    for (const [form, text] of Object.entries({ json, xml, csv })) {
      const error = await refusalOf(readText(text, { kind: 'rrd', form: form as RrdForm }))
      expect(error.code).toBe('not-as-declared')
    }
  }, 60_000)

  test.each([
    ['deep JSON', 'json', '{"meta":'.repeat(100_000)],
    ['deep lists', 'json', `{"data":${'['.repeat(100_000)}`],
    ['deep XML', 'xml', '<xport>'.repeat(100_000)],
    ['an endless text', 'json', `{"meta":"${'x'.repeat(3_000_000)}`],
    ['endless escapes', 'json', `{"meta":"${'\\"'.repeat(1_000_000)}`],
    ['an endless tag', 'xml', `<xport ${'a="b" '.repeat(500_000)}`],
    ['an endless comment', 'xml', `<xport><!--${'-> '.repeat(1_000_000)}`],
    ['no JSON', 'json', '{"meta" ?? }'],
    ['wrong ends', 'xml', '<xport></meta>'],
  ])('%s is refused', async (_, form, text) => {
    const error = await refusalOf(readText(text, { kind: 'rrd', form: form as RrdForm }))
    expect(['not-as-declared', 'empty']).toContain(error.code)
  })
})

test.each(Object.entries(MAKE))(
  'a look at the beginning of the legend of a large host in %s names its VMs',
  async (form, make) => {
    const text = make([{ a: [0.5, 0.25], b: 0.1 }], 5)
    const head = text.slice(0, text.indexOf('memory'))
    const look = RRD.forLook({ kind: 'rrd', form: form as RrdForm })
    expect((await readText(head, look)).report.domains).toEqual([A, B])
  },
)
