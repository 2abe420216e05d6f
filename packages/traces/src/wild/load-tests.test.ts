import { describe, expect, test } from 'vitest'
import type { Answers } from '../detect/detection.ts'
import { detectSource } from '../detect-source.ts'
import { readAsUploaded } from './read-upload.fixture.ts'

const START = Date.UTC(2026, 10, 20, 9)
/** Starts in milliseconds after 09:00:00 UTC, durations in milliseconds, statuses. */
const SENT = [
  { at: 0, ms: 12, status: 200 },
  { at: 500, ms: 250, status: 200 },
  { at: 1000, ms: 31, status: 503 },
  { at: 2000, ms: 8, status: 404 },
] as const
type Sent = (typeof SENT)[number]
const rows = (heading: string, of: (sent: Sent) => string) =>
  `${heading === '' ? '' : `${heading}\n`}${SENT.map(of).join('\n')}\n`
const iso = (ms: number) => new Date(ms).toISOString()

const FORMS: [name: string, text: string, answers: Partial<Answers>, asked: string[]][] = [
  [
    'k6 CSV',
    rows(
      'metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,service,status,subproto,tls_version,url,extra_tags',
      ({ at, ms, status }) =>
        [
          `http_reqs,${(START + at + ms) / 1000},1.000000,,,,true,,GET,http://a/,HTTP/1.1,default,,${status},,,http://a/,`,
          `http_req_duration,${(START + at + ms) / 1000},${ms}.000000,,,${status >= 400 ? `1${status}` : ''},true,,GET,http://a/,HTTP/1.1,default,,${status},,,http://a/,`,
        ].join('\n'),
    ),
    {},
    [],
  ],
  [
    'k6 JSON lines',
    `{"type":"Metric","data":{"name":"http_req_duration","type":"trend"},"metric":"http_req_duration"}\n${rows(
      '',
      ({ at, ms, status }) =>
        JSON.stringify({
          metric: 'http_req_duration',
          type: 'Point',
          data: {
            time: iso(START + at + ms),
            value: ms,
            tags: { status: String(status), method: 'GET' },
          },
        }),
    )}`,
    {},
    [],
  ],
  [
    'hey -o csv',
    rows(
      'response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset',
      ({ at, ms, status }) =>
        `${(ms / 1000).toFixed(4)},0.0000,0.0000,0.0000,0.0100,0.0001,${status},${(at / 1000).toFixed(4)}`,
    ),
    { startEpochSeconds: START / 1000 },
    ['start-time'],
  ],
  [
    'vegeta encode --to csv',
    rows(
      '',
      ({ at, ms, status }) =>
        `${START + at}000000,${status},${ms}000000,0,12,,aGVsbG8=,,0,GET,http://a/,`,
    ),
    {},
    [],
  ],
  [
    'vegeta encode --to json',
    rows('', ({ at, ms, status }) =>
      JSON.stringify({
        attack: '',
        seq: 0,
        code: status,
        timestamp: iso(START + at),
        latency: ms * 1e6,
        bytes_out: 0,
        bytes_in: 12,
        error: '',
        body: 'aGVsbG8=',
        method: 'GET',
        url: 'http://a/',
        headers: {},
      }),
    ),
    {},
    [],
  ],
  [
    'JTL with epoch stamps',
    rows(
      'timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes',
      ({ at, ms, status }) => `${START + at},${ms},"home, sweet",${status},OK,1-1,true,12`,
    ),
    {},
    [],
  ],
  [
    'JTL with formatted stamps',
    rows(
      'timeStamp,elapsed,label,responseCode,success',
      ({ at, ms, status }) =>
        `${iso(START + at)
          .slice(0, 23)
          .replaceAll('-', '/')
          .replace('T', ' ')},${ms},home,${status},true`,
    ),
    { timeZone: 'UTC' },
    ['time-zone'],
  ],
]

describe.each(FORMS)('%s', (_, text, answers, asked) => {
  test('has the same four requests, with the unit known from the tool', async () => {
    const { set, report, questions } = await readAsUploaded('web1.csv', Buffer.from(text), answers)
    expect(questions).toEqual([])
    expect(report.rejected).toBe(0)
    const [window] = set.observations
    expect(window!.windowStartEpochSeconds).toBe(START / 1000)
    expect(window!.clientRequests).toMatchObject({ arrivals: 4, errors: 1 })
    expect(window!.clientRequests!.duration!.count).toBe(4)
    expect(window!.clientRequests!.duration!.meanSeconds).toBeCloseTo(0.07525, 6)
  })

  test(`asks for ${asked.join() || 'nothing'}`, async () => {
    const detection = detectSource({ path: 'a.csv', fileName: 'a.csv' }, Buffer.from(text))
    expect(detection.kind).toBe('load-test')
    const open = await readAsUploaded('web1.csv', Buffer.from(text), {}).catch(() => null)
    if (open) expect(open.questions.map(({ id }) => id)).toEqual(asked)
    else expect(asked).toEqual(['start-time'])
  })
})

test('ab -g is put in order', async () => {
  const text = `starttime\tseconds\tctime\tdtime\tttime\twait\n${[...SENT]
    .sort((a, b) => a.ms - b.ms)
    .map(
      ({ at, ms }) =>
        `Fri Nov 20 09:00:0${Math.floor(at / 1000)} 2026\t${Math.floor((START + at) / 1000)}\t0\t${ms}\t${ms}\t${ms}`,
    )
    .join('\n')}\n`
  const { set, report } = await readAsUploaded('web1.tsv', Buffer.from(text))
  expect(report).toMatchObject({ accepted: 4, rejected: 0 })
  expect(set.observations[0]!.clientRequests!.arrivals).toBe(4)
  expect(set.observations[0]!.clientRequests!.duration!.meanSeconds).toBeCloseTo(0.07525, 6)
})

test.each([
  ['Running 30s test @ http://localhost:8080/\n  2 threads and 100 connections\n', 'wrk2'],
  ['This is ApacheBench, Version 2.3 <$Revision: 1 $>\n', 'ab -g FILE'],
  ['\nSummary:\n  Total:\t0.5 secs\n', 'hey -o csv'],
  ['Requests      [total, rate, throughput]         10, 1, 1\n', 'vegeta encode'],
])('%j is refused with the way out', (text, words) => {
  const detection = detectSource({ path: 'a.txt', fileName: 'a.txt' }, Buffer.from(text))
  expect(detection).toMatchObject({ kind: 'unknown' })
  expect((detection as { reason: string }).reason).toContain(words)
})
