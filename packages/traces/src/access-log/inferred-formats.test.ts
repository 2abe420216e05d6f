import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAsUploaded, requestsOf } from '../wild/read-upload.fixture.ts'

const START_MS = Date.UTC(2026, 10, 20, 9)

interface Request {
  startMs: number
  durationMs: number
  status: number
  bytes: number
}

/** Sixty requests, half a second apart, of 20 to 79 ms. */
const REQUESTS: Request[] = Array.from({ length: 60 }, (_, i) => ({
  startMs: START_MS + 500 * i + 7 * (i % 50),
  durationMs: 20 + i,
  status: i % 10 === 9 ? 404 : 200,
  bytes: 1000 + 31 * i,
}))
const MEAN_MS = REQUESTS.reduce((sum, { durationMs }) => sum + durationMs, 0) / REQUESTS.length

const iso = (ms: number) => new Date(ms).toISOString()
const clf = (ms: number) => {
  const [date, time] = iso(ms).split('T') as [string, string]
  const [year, , day] = date.split('-')
  return `${day}/Nov/${year}:${time.slice(0, 8)} +0000`
}
const seconds = (ms: number) => (ms / 1000).toFixed(3)
const endOf = ({ startMs, durationMs }: Request) => startMs + durationMs
const common = (each: Request) =>
  `10.1.2.3 - - [${clf(each.startMs)}] "GET /a?b=1 HTTP/1.1" ${each.status} ${each.bytes}`

/** How servers and what stands before them write a request. */
const FORMATS: Record<string, (each: Request) => string> = {
  'Caddy JSON': (each) =>
    JSON.stringify({
      level: 'info',
      ts: endOf(each) / 1000,
      logger: 'http.log.access.log0',
      msg: 'handled request',
      request: { remote_ip: '10.1.2.3', method: 'GET', host: 'shop.example', uri: '/a' },
      bytes_read: 0,
      duration: each.durationMs / 1000,
      size: each.bytes,
      status: each.status,
    }),
  'Traefik CLF': (each) =>
    `${common(each)} "-" "-" ${each.bytes % 97} "app@docker" "http://10.0.0.2:80" ${each.durationMs}ms`,
  'Traefik JSON': (each) =>
    JSON.stringify({
      ClientAddr: '10.1.2.3:51234',
      DownstreamContentSize: each.bytes,
      DownstreamStatus: each.status,
      Duration: `${each.durationMs}ms`,
      RequestHost: 'shop.example',
      RequestMethod: 'GET',
      StartUTC: iso(each.startMs),
    }),
  Envoy: (each) =>
    `[${iso(each.startMs)}] "GET /a HTTP/1.1" ${each.status} - 0 ${each.bytes} rt=${seconds(each.durationMs)} "-" "curl/8" "8b1c" "shop.example" "10.0.0.2:80"`,
  'Docker around nginx': (each) =>
    JSON.stringify({
      log: `10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}\n`,
      stream: 'stdout',
      time: iso(endOf(each)),
    }),
  'Kubernetes around nginx': (each) =>
    `${iso(endOf(each)).replace('Z', '123456Z')} stdout F 10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}`,
  'syslog around nginx': (each) =>
    `Nov 20 09:00:00 web1 nginx: 10.1.2.3 - - [${clf(endOf(each))}] "GET /a HTTP/1.1" ${each.status} ${each.bytes} "-" "curl/8" rt=${seconds(each.durationMs)}`,
  'lines with names': (each) =>
    `time="${iso(each.startMs)}" method=GET path=/a status=${each.status} bytes=${each.bytes} duration=${seconds(each.durationMs)}`,
  'date and time apart': (each) =>
    `${iso(each.startMs).slice(0, 10)} ${iso(each.startMs).slice(11, 23)}Z "GET /a HTTP/1.1" ${each.status} ${each.bytes} duration_ms=${each.durationMs}`,
  CloudFront: (each) =>
    [
      ...[iso(endOf(each)).slice(0, 10), iso(endOf(each)).slice(11, 19), 'FRA56'],
      ...[each.bytes, '10.1.2.3', 'GET', 'd1.example', '/a', each.status, seconds(each.durationMs)],
    ].join('\t'),
}

const HEADERS: Record<string, string> = {
  CloudFront:
    '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status time-taken\n',
}

function textOf(name: string, requests: readonly Request[] = REQUESTS): Buffer {
  const lines = requests.map((each) => `${FORMATS[name]!(each)}\n`)
  return Buffer.from(`${HEADERS[name] ?? ''}${lines.join('')}`)
}

describe('a log in a format that nobody has named', () => {
  test.each(Object.keys(FORMATS))('%s', async (name) => {
    const { questions, report, set } = await readAsUploaded('web1.log', textOf(name))
    expect(questions).toEqual([])
    expect(report.rejected).toBe(0)
    const found = requestsOf(set, 'web1')
    expect(found).toMatchObject({ requests: REQUESTS.length, timed: REQUESTS.length })
    expect(found.meanMs).toBeCloseTo(MEAN_MS, 6)
    const errors = set.observations.reduce((sum, { requests }) => sum + (requests?.errors ?? 0), 0)
    expect(errors).toBe(0)
    // Stamps of whole seconds, of the start or of the end, are off by no more than that.
    expect(Math.abs(report.firstAtEpochSeconds! - START_MS / 1000)).toBeLessThan(1.1)
    expect(Math.abs(report.lastAtEpochSeconds! - REQUESTS.at(-1)!.startMs / 1000)).toBeLessThan(1.1)
  })

  test('may change into any other in the middle', async () => {
    const names = Object.keys(FORMATS).filter((name) => name !== 'CloudFront')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        fc.integer({ min: 5, max: 55 }),
        async (one, other, at) => {
          const text = Buffer.concat([
            textOf(one, REQUESTS.slice(0, at)),
            textOf(other, REQUESTS.slice(at)),
          ])
          const { report, set } = await readAsUploaded('web1.log', text)
          expect(report.rejected).toBe(0)
          const found = requestsOf(set, 'web1')
          expect(found).toMatchObject({ requests: 60, timed: 60 })
          expect(found.meanMs).toBeCloseTo(MEAN_MS, 6)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('asks for the unit of a number that has none, and for nothing else', async () => {
    const lines = REQUESTS.map((each) =>
      JSON.stringify({ time: iso(each.startMs), status: each.status, latency: each.durationMs }),
    )
    const text = Buffer.from(`${lines.join('\n')}\n`)
    const open = await readAsUploaded('web1.log', text)
    expect(open.questions.map(({ id, text: words }) => [id, words])).toEqual([
      ['duration-unit', 'In which unit is latency?'],
    ])
    const { questions, set } = await readAsUploaded('web1.log', text, { durationUnit: 'ms' })
    expect(questions).toEqual([])
    expect(requestsOf(set, 'web1').meanMs).toBeCloseTo(MEAN_MS, 6)
  })
})
