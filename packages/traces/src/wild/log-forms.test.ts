import { describe, expect, test } from 'vitest'
import { readAsUploaded, requestsOf } from './read-upload.fixture.ts'

/** Two requests a second, of 20 to 79 ms and an eighth, whole milliseconds where a form has no finer ones. */
const REQUESTS = Array.from({ length: 120 }, (_, i) => ({
  startMs: Date.UTC(2026, 10, 20, 9) + 500 * i,
  ms: 20.125 + (i % 60),
  status: i % 10 === 9 ? 404 : 200,
  bytes: 1000 + 31 * i,
  i,
}))
type Request = (typeof REQUESTS)[number]

const clf = (ms: number) => {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(8, 10)}/Nov/2026:${iso.slice(11, 19)} +0000`
}
const iso = (ms: number) => new Date(ms).toISOString()
const seconds = (ms: number) => (ms / 1000).toFixed(3)
const us = ({ ms }: Request) => Math.round(ms * 1000)
const started = ({ startMs, status, bytes }: Request) =>
  `10.0.0.1 - - [${clf(startMs)}] "GET / HTTP/1.1" ${status} ${bytes} "-" "curl"`
const ended = ({ startMs, ms, status, bytes }: Request) =>
  `10.0.0.1 - - [${clf(startMs + ms)}] "GET / HTTP/1.1" ${status} ${bytes} "-" "curl/8"`

/** What is asked: nothing, or the unit, of which this one is suggested. */
type Asked = string | null

const FORMS: Record<string, [line: (each: Request) => string, asked: Asked, meanMs: number]> = {
  'no upstream was asked': [
    (r) => `${ended(r)} rt=${seconds(r.ms)} urt=${r.i % 3 ? seconds(r.ms) : '-'}`,
    null,
    49.5,
  ],
  'several upstreams were asked, named': [
    (r) => `${ended(r)} urt=${r.i % 3 ? seconds(r.ms) : `0.005, ${seconds(r.ms - 5)}`}`,
    null,
    49.5,
  ],
  'several groups of upstreams were asked, in quotes': [
    (r) => `${ended(r)} "${seconds(r.ms)}" "${r.i % 3 ? seconds(r.ms) : '0.001 : 0.002'}"`,
    '1:s',
    49.5,
  ],
  'several upstreams were asked, bare': [
    (r) => `${ended(r)} ${seconds(r.ms)} ${r.i % 3 ? seconds(r.ms) : '0.001, -'}`,
    '1:s',
    49.5,
  ],
  '%T/%D': [(r) => `${started(r)} ${Math.floor(r.ms / 1000)}/${us(r)}`, null, 49.625],
  '**%T/%D**': [(r) => `${started(r)} **${Math.floor(r.ms / 1000)}/${us(r)}**`, null, 49.625],
  '[%D]': [(r) => `${started(r)} [${us(r)}]`, 'us', 49.625],
  '%Dus': [(r) => `${started(r)} ${us(r)}us`, null, 49.625],
  '%T %D': [(r) => `${started(r)} ${Math.floor(r.ms / 1000)} ${us(r)}`, '2:us', 49.625],
  '%{ms}T': [(r) => `${started(r)} ${Math.floor(r.ms)}`, 'ms', 49.5],
  'IPv6 in brackets': [
    (r) =>
      started(r)
        .replace('10.0.0.1', '[2001:db8::1]:443')
        .concat(` ${us(r)}`),
    'us',
    49.625,
  ],
  'a user with a blank': [
    (r) =>
      started(r)
        .replace('- -', '- John Doe')
        .concat(` ${us(r)}`),
    'us',
    49.625,
  ],
  'escaped quotes': [
    (r) =>
      started(r)
        .replace('"curl"', '"a \\"b\\" c\\\\"')
        .concat(` ${us(r)}`),
    'us',
    49.625,
  ],
  'an ingress of Kubernetes': [
    (r) =>
      `${ended(r)} 512 ${seconds(r.ms)} [default-web-80] [] ${r.i % 5 ? '10.2.0.3:8080' : '-'} ${r.bytes} ${r.i % 5 ? seconds(r.ms) : '-'} ${r.status} 0a1b`,
    '1:s',
    49.5,
  ],
  'Envoy’s own format': [
    (r) =>
      `[${iso(r.startMs)}] "GET / HTTP/1.1" ${r.status} - 0 ${r.bytes} ${Math.floor(r.ms)} ${Math.floor(r.ms) - 1} "-" "curl" "8b1c" "host" "10.0.0.1:80"`,
    '2:ms',
    49.5,
  ],
  'Rails, milliseconds with decimals': [
    (r) =>
      `time=${iso(r.startMs)} method=GET path=/a status=${r.status} duration=${r.ms.toFixed(3)} view=1.00 db=0.50`,
    'ms',
    49.625,
  ],
  'JSON, milliseconds with decimals': [
    (r) =>
      JSON.stringify({ time: iso(r.startMs), method: 'GET', status: r.status, duration: r.ms }),
    'ms',
    49.625,
  ],
  'JSON of Go, nanoseconds': [
    (r) =>
      JSON.stringify({
        time: iso(r.startMs),
        method: 'GET',
        status: r.status,
        latency: r.ms * 1e6,
      }),
    'ns',
    49.625,
  ],
  'JSON, a number and the same in words': [
    (r) =>
      JSON.stringify({
        time: iso(r.startMs),
        method: 'GET',
        status: r.status,
        latency: r.ms * 1e6,
        latency_human: `${r.ms}ms`,
      }),
    null,
    49.625,
  ],
}

describe('the same requests, as people log them', () => {
  test.each(Object.entries(FORMS))('%s', async (_, [line, asked, meanMs]) => {
    const bytes = Buffer.from(`${REQUESTS.map(line).join('\n')}\n`)
    const open = await readAsUploaded('web1.log', bytes)
    expect(open.questions.map(({ id, suggested }) => [id, suggested])).toEqual(
      asked === null ? [] : [['duration-unit', asked]],
    )
    const { report, set } = await readAsUploaded('web1.log', bytes, { durationUnit: asked })
    expect(report.rejected).toBe(0)
    const found = requestsOf(set, 'web1')
    expect(found).toMatchObject({ requests: 120, timed: 120 })
    expect(found.meanMs).toBeCloseTo(meanMs, 2)
  })

  test('a number in front of the line is no virtual host', async () => {
    const bytes = Buffer.from(REQUESTS.map((r) => `${us(r)} ${started(r)}\n`).join(''))
    const { questions, set, warnings } = await readAsUploaded('web1.log', bytes)
    expect(questions).toEqual([])
    expect(requestsOf(set, 'web1')).toMatchObject({ requests: 120, timed: 0 })
    expect(warnings.join()).toContain('no durations')
  })
})
