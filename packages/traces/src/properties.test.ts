import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileFormat } from './access-log/compile-format.ts'
import { isLiteral } from './access-log/directive.ts'
import { type AccessLogSpec, detectSource, type SourceSpec, TraceError } from './index.ts'
import { readText } from './read-text.fixture.ts'
import { XENMON_HEADER } from './xenmon/xenmon-row.ts'

const accessSpec = (format: string): AccessLogSpec => ({
  kind: 'access-log',
  syntax: 'apache',
  format,
  domainBy: { by: 'fixed', domain: 'vm1' },
})
/** The text formats; xentrace has property tests of its own. */
type TextSpec = Exclude<SourceSpec, { kind: 'xentrace' }>

const specs: TextSpec[] = [
  accessSpec('%h %l %u %t "%r" %>s %b %D'),
  { kind: 'xenmon', startEpochSeconds: 1_795_191_600 },
  { kind: 'xentop', startEpochSeconds: 1_795_191_600, intervalSeconds: 1 },
  { kind: 'sar', domain: 'vm1', dateOrder: 'mdy' },
  { kind: 'rrd', form: 'csv' },
  { kind: 'virt-top', startEpochSeconds: 1_795_191_600 },
  { kind: 'prometheus' },
  { kind: 'load-test', tool: 'jmeter', domain: 'vm1' },
  { kind: 'vmstat', domain: 'vm1', isStamped: true, vCpus: 2 },
  {
    kind: 'client-times',
    domain: 'vm1',
    startColumn: 'start_epoch',
    responseColumn: 'resp_s',
    responseUnit: 's',
  },
]
const good: Record<TextSpec['kind'], string> = {
  'access-log': '10.0.0.1 - - [20/Nov/2026:16:21:15 +0000] "GET / HTTP/1.0" 200 13 5956\n'.repeat(
    4,
  ),
  xenmon: `${XENMON_HEADER}\n${[3, 1003, 2003, 3003].map((ms) => `${ms}.000 0 1 1e8 10 1 3e7 5 5 0 4e6 4 40000 100 0 0`.replace('1e8', '100000000.0').replace('3e7', '30000000').replace('4e6', '4000000')).join('\n')}\n`,
  xentop:
    `      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)\n  vm1 --b---  1  0.0  1 1 1 1 1\n`.repeat(
      3,
    ),
  sar: `Linux 6.1.0 (vm1) \t11/20/2026 \t_x86_64_\t(2 CPU)

16:21:15        CPU     %user     %nice   %system   %iowait    %steal     %idle
16:21:16        all      1.00      0.00      0.50      0.00      0.25     98.25
16:21:17        all      2.00      0.00      0.50      0.00      0.25     97.25
Average:        all      1.50      0.00      0.50      0.00      0.25     97.75
`,
  'virt-top': `Hostname,Time,Arch,Physical CPUs,Count,%CPU,Domain ID,Domain name,CPU (ns),%CPU
xen1,16:21:15,x86_64,4,2,0.,0,Domain-0,0.,0.,1,vm1,0.,0.
xen1,16:21:18,x86_64,4,2,12.5,0,Domain-0,300000000.,2.5,1,vm1,1200000000.,10.
xen1,16:21:21,x86_64,4,2,12.5,0,Domain-0,300000000.,2.5,1,vm1,1200000000.,10.
`,
  prometheus: `{"status":"success","data":{"resultType":"matrix","result":[
${['user', 'system', 'steal', 'idle']
  .map(
    (mode, i) =>
      `{"metric":{"__name__":"node_cpu_seconds_total","cpu":"0","instance":"vm1:9100","mode":"${mode}"},"values":[[1795191600,"${100 * i}"],[1795191615,"${100 * i + 3}"],[1795191630,"${100 * i + 6.5}"]]}`,
  )
  .join(',\n')}
]}}
`,
  'load-test':
    'timeStamp,elapsed,label,responseCode,success\n1795191600500,10,home,200,true\n1795191601500,20,home,500,false\n',
  rrd: `timestamp, AVERAGE:vm:1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d:cpu0, AVERAGE:vm:1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d:memory
2026-11-20T09:00:00Z, 0.335500, 4294967296.000000
2026-11-20T09:00:05Z, 0.347500, 4294967296.000000
2026-11-20T09:00:10Z, N/A, N/A
`,
  vmstat: `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC
 9  0      0 158451 184588 439577    0    0   248   900  794 2624 62  9 29  0  0 2026-11-20 16:21:15
 9  0      0 158451 184588 439577    0    0   248   900  794 2624 62  9 24  0  5 2026-11-20 16:21:16
 9  0      0 158451 184588 439577    0    0   248   900  794 2624 10  9 78  3  0 2026-11-20 16:21:17
`,
  'client-times': 'start_epoch,resp_s\n1795191600.5,0.01\n1795191601.5,0.02\n',
}

/** Bytes of a valid file with pieces cut, repeated or replaced. */
const mutated = (text: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        cut: fc.nat(20),
        put: fc.oneof(
          fc.constantFrom(
            '\n',
            '"',
            ' ',
            '-1',
            'NaN',
            '1e309',
            '\0',
            ',',
            '\\',
            '\r',
            '[',
            '9'.repeat(30),
          ),
          fc.string({ maxLength: 5 }),
        ),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((edits) =>
      edits.reduce((t, { at, cut, put }) => t.slice(0, at) + put + t.slice(at + cut), text),
    )

describe.each(specs)('$kind', (spec) => {
  const onlyTraceErrors = async (bytes: string | Buffer) => {
    try {
      const { set } = await readText(bytes, spec)
      for (const { cpu, requests, clientRequests } of set.observations)
        for (const value of [
          cpu?.usedSeconds,
          requests?.duration?.meanSeconds,
          clientRequests?.duration?.varianceSeconds2,
        ])
          if (value !== undefined) expect(value).toSatisfy((v: number) => v >= 0 && v < 1e6)
    } catch (error) {
      expect(error).toBeInstanceOf(TraceError)
    }
  }

  test('accepts a good file', async () => {
    expect((await readText(good[spec.kind], spec)).report.rejected).toBe(0)
  })

  test('gives a TraceError or plausible numbers for arbitrary bytes', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) =>
        onlyTraceErrors(Buffer.from(bytes)),
      ),
      { numRuns: 60 },
    ))

  test('gives a TraceError or plausible numbers for mutated files', () =>
    fc.assert(fc.asyncProperty(mutated(good[spec.kind]), onlyTraceErrors), { numRuns: 80 }))

  test('does not depend on where the chunks end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(good[spec.kind].length), { maxLength: 12 }),
        async (cuts) => {
          const bytes = Buffer.from(good[spec.kind])
          const ends = [...cuts.sort((a, b) => a - b), bytes.length]
          const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end))
          const whole = await readText(bytes, spec)
          const parts = await readText(
            chunks.filter((chunk) => chunk.length > 0),
            spec,
          )
          expect(parts.set).toEqual(whole.set)
          expect(parts.report).toEqual(whole.report)
        },
      ),
      { numRuns: 60 },
    ))

  test('is read the same after gzip and back', async () => {
    const plain = await readText(good[spec.kind], spec)
    const packed = await readText(gunzipSync(gzipSync(good[spec.kind])), spec)
    expect(packed.set).toEqual(plain.set)
  })
})

describe('detection', () => {
  test('never throws, whatever the bytes', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
          fc
            .constantFrom(...Object.values(good))
            .chain(mutated)
            .map((text) => Buffer.from(text)),
        ),
        (head) => {
          expect(detectSource({ path: 'x', fileName: 'x' }, head).kind).toBeTypeOf('string')
        },
      ),
      { numRuns: 100 },
    ))
})

test('a line is read the same alone and among others, broken ones included', () => {
  const format = '%v %h "%r" %t %>s "%{User-Agent}i" %D'
  const line =
    'a.example 10.0.0.1 "GET \\"/ HTTP/1.0" [20/Nov/2026:16:21:15 +0000] 200 "x \\\\" 5956'
  const amid = compileFormat({ syntax: 'apache', format }).parser
  const alone = compileFormat({ syntax: 'apache', format }).parser
  const outcome = (parser: typeof amid, text: string, from: number, to: number) =>
    parser.parse(text, from, to)
      ? [parser.startEpochSeconds, parser.status, parser.durationSeconds]
      : [parser.failedColumn, parser.failedReason]
  expect(outcome(alone, line, 0, line.length)).toHaveLength(3)
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(line), mutated(line)), { minLength: 1, maxLength: 6 }),
      (pieces) => {
        const lines = pieces.join('\n').split('\n')
        const text = lines.join('\n')
        let from = 0
        for (const one of lines) {
          const to = from + one.length
          expect(outcome(amid, text, from, to)).toEqual(outcome(alone, one, 0, one.length))
          from = to + 1
        }
      },
    ),
    { numRuns: 200 },
  )
})

describe('what is written in a log format is read back', () => {
  const request = fc.record({
    epochMicros: fc.integer({ min: 946_684_800_000_000, max: 1_795_000_000_000_000 }),
    durationMicros: fc.nat(86_000_000_000),
    status: fc.integer({ min: 100, max: 599 }),
    bytes: fc.option(fc.nat(1e12)),
    text: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  })
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  type Request = typeof request extends fc.Arbitrary<infer T> ? T : never
  const MONTHS = [
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ]
  const clf = (micros: number) => {
    const d = new Date(Math.floor(micros / 1e6) * 1000)
    return `${pad(d.getUTCDate(), 2)}/${MONTHS[d.getUTCMonth()]}/${d.getUTCFullYear()}:${d.toISOString().slice(11, 19)} +0000`
  }
  /** Escapes quotes and backslashes as Apache's own log writer does. */
  const escaped = (text: string) => text.replace(/["\\]/g, (c) => `\\${c}`)

  const TIMES: Record<string, (r: Request) => string> = {
    '%t': (r) => clf(r.epochMicros),
    '%{usec}t': (r) => String(r.epochMicros),
    '%{msec}t': (r) => String(Math.floor(r.epochMicros / 1000)),
    '%{sec}t': (r) => String(Math.floor(r.epochMicros / 1e6)),
    '%{%s}t': (r) => String(Math.floor(r.epochMicros / 1e6)),
    '%{usec_frac}t': (r) => pad(r.epochMicros % 1e6, 6),
  }
  const OTHERS: Record<string, (r: Request) => string> = {
    '%D': (r) => String(r.durationMicros),
    '%>s': (r) => String(r.status),
    '%b': (r) => (r.bytes === null ? '-' : String(r.bytes)),
    '"%r"': (r) => `"${escaped(r.text)}"`,
    '"%{User-Agent}i"': (r) => `"${escaped(r.text)}"`,
    '%h': () => '10.0.0.1',
    '%%': () => '%',
  }
  const times = fc.constantFrom('%t', '%{usec}t', '%{msec}t', '%{sec}t', '%{%s}t.%{usec_frac}t')
  const others = fc.shuffledSubarray(Object.keys(OTHERS))
  const format = fc.tuple(times, others, fc.nat(7)).map(([time, list, at]) => {
    const items = [...list]
    items.splice(at % (items.length + 1), 0, time)
    return items.join(' ')
  })

  const render = (text: string, r: Request): string =>
    compileFormat({ syntax: 'apache', format: text })
      .tokens.map((token) => {
        if (isLiteral(token)) return token.literal
        const quoted = `"${token.name}"`
        if (OTHERS[quoted]) return OTHERS[quoted](r).slice(1, -1)
        return (TIMES[token.name] ?? OTHERS[token.name])!(r)
      })
      .join('')

  test('for any order of directives and any request', () => {
    fc.assert(
      fc.property(format, fc.array(request, { minLength: 1, maxLength: 4 }), (text, requests) => {
        const { parser, resolution } = compileFormat({ syntax: 'apache', format: text })
        for (const r of requests) {
          const line = render(text, r)
          const read = parser.parse(`before\n${line}\nafter`, 7, 7 + line.length)
          expect(read, `${text}\n${line}\n${parser.failedReason}`).toBe(true)
          const step = { second: 1e6, millisecond: 1e3, microsecond: 1 }[resolution]
          const stamp = (Math.floor(r.epochMicros / step) * step) / 1e6
          expect(parser.startEpochSeconds).toBeCloseTo(stamp, 6)
          if (text.includes('%D')) expect(parser.durationSeconds).toBe(r.durationMicros / 1e6)
          if (text.includes('%>s')) expect(parser.status).toBe(r.status)
          if (text.includes('%b')) expect(parser.bytes).toBe(r.bytes ?? 0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
