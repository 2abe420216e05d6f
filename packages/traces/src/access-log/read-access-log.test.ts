import { describe, expect, test } from 'vitest'
import { readText, refusalOf } from '../read-text.fixture.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { APACHE_NICKNAMES } from './apache-format.ts'

const vm1 = { by: 'fixed', domain: 'vm1' } as const
const apache = (format: string, more: Partial<AccessLogSpec> = {}): AccessLogSpec => ({
  kind: 'access-log',
  syntax: 'apache',
  format,
  domainBy: vm1,
  ...more,
})
const nginx = (format: string): AccessLogSpec => ({ ...apache(format), syntax: 'nginx' })
const at = Date.UTC(2026, 10, 20, 16, 21, 15) / 1000

/** Start time and duration of the only request in a one-line log. */
async function only(line: string, spec: AccessLogSpec) {
  const { report, set } = await readText(`${line}\n`, spec)
  const { requests } = set.observations[0]!
  return {
    start: report.firstAtEpochSeconds!,
    seconds: requests!.duration?.meanSeconds ?? null,
    errors: requests!.errors,
    bytes: requests!.meanBytes,
  }
}

describe('Apache', () => {
  const line = '10.0.0.1 - - [20/Nov/2026:16:21:15 +0000] "GET / HTTP/1.1" 200 13'

  test('reads the common, combined and virtual-host formats by name', async () => {
    expect(await only(line, apache('common'))).toEqual({
      start: at,
      seconds: null,
      errors: 0,
      bytes: 13,
    })
    const agent = ' "https://a.example/" "Mozilla \\"5.0\\" [x]"'
    expect((await only(line + agent, apache('combined'))).start).toBe(at)
    expect((await only(`www.example:443 ${line}${agent}`, apache('vhost_combined'))).bytes).toBe(13)
    expect((await only(`www.example ${line}`, apache('vhost_common'))).start).toBe(at)
  })

  test.each([
    ['%D', '5956', 0.005956],
    ['%{us}T', '5956', 0.005956],
    ['%{ms}T', '5956', 5.956],
    ['%T', '6', 6],
    ['%{s}T', '6', 6],
    ['%D', '-', null],
  ])('reads a duration %s of "%s" as %s s', async (directive, text, seconds) => {
    expect(
      (await only(`${line} ${text}`, apache(`${APACHE_NICKNAMES.common} ${directive}`))).seconds,
    ).toBe(seconds)
  })

  test('uses the finest of several durations, unless the format names one', async () => {
    const format = `${APACHE_NICKNAMES.common} %T %D`
    expect((await only(`${line} 1 1200000`, apache(format))).seconds).toBe(1.2)
    const named = apache(format, { durationDirective: '%T' })
    expect((await only(`${line} 1 1200000`, named)).seconds).toBe(1)
  })

  test.each([
    ['%{sec}t', '1795191675', 0],
    ['%{msec}t', '1795191675072', 0.072],
    ['%{usec}t', '1795191675072480', 0.07248],
    ['%{begin:usec}t', '1795191675072480', 0.07248],
    ['%{%s}t.%{usec_frac}t', '1795191675.072480', 0.07248],
    ['%{%s}t%{msec_frac}t', '1795191675072', 0.072],
    ['%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t', '20/Nov/2026 16:21:15.072 +0000', 0.072],
    ['%{begin:%Y-%m-%dT%H:%M:%S%z}t', '2026-11-20T17:21:15+0100', 0],
    ['%{%F %I:%M:%S %p %Z}t', '2026-11-20 04:21:15 PM UTC', 0],
    ['%{%a %e %B %y %R:%S %z}t', 'Fri 20 November 26 16:21:15 +0000', 0],
  ])('reads a time in the format %s', async (directive, text, fraction) => {
    const { start, seconds } = await only(`${text} 7000`, apache(`${directive} %D`))
    expect(start).toBeCloseTo(at + fraction, 6)
    expect(seconds).toBe(0.007)
  })

  test('subtracts the duration from an end time to get the start time', async () => {
    const { start } = await only('1795191675072480 2000000', apache('%{end:usec}t %D'))
    expect(start).toBeCloseTo(at + 0.07248 - 2, 6)
    const both = apache('%{end:usec}t %{usec}t %D')
    expect((await only('1795191679000000 1795191675000000 4000000', both)).start).toBe(at)
  })

  test('takes the offset from the log, so daylight saving time does not matter', async () => {
    const offset = (text: string) =>
      only(`x - - [25/Oct/2026:${text}] "GET /" 200 1`, apache('common')).then((r) => r.start)
    expect((await offset('02:30:00 +0100')) - (await offset('02:30:00 +0200'))).toBe(3600)
    expect(await offset('02:30:00 -0930')).toBe(Date.UTC(2026, 9, 25, 12) / 1000)
  })

  test('uses the declared zone, in summer and in winter, where the log has no offset', async () => {
    const spec = apache('%{%F %T}t', { timeZone: 'Europe/Berlin' })
    expect((await only('2026-07-01 12:00:00', spec)).start).toBe(Date.UTC(2026, 6, 1, 10) / 1000)
    expect((await only('2026-01-01 12:00:00', spec)).start).toBe(Date.UTC(2026, 0, 1, 11) / 1000)
    expect((await only('2026-01-01 12:00:00', apache('%{%F %T}t'))).start).toBe(
      Date.UTC(2026, 0, 1, 12) / 1000,
    )
    const bad = apache('%{%F %T}t', { timeZone: 'Mars/Olympus' })
    expect((await refusalOf(readText('x\n', bad))).code).toBe('bad-spec')
  })

  test('accepts a pasted configuration line with modifiers, tabs and per cent signs', async () => {
    const pasted = apache(String.raw`LogFormat "%!200,304{Referer}i\t%<s %>s 100%% %t %D" timed`)
    const text = '-\t200 503 100% [20/Nov/2026:16:21:15 +0000] 1000'
    expect(await only(text, pasted)).toEqual({ start: at, seconds: 0.001, errors: 1, bytes: null })
  })

  test('needs no boundary between fields that it does not read', async () => {
    expect((await only('/a?b=1 1795191675 5', apache('%U%q %{sec}t %D'))).seconds).toBe(5e-6)
    const error = await refusalOf(readText('x\n', apache('%D%U %t')))
    expect(error.code).toBe('ambiguous-format')
  })

  test.each([
    ['%{weeks}T %t', 'bad-format'],
    ['%{constructor}T %t', 'bad-format'],
    ['toString', 'bad-format'],
    ['%t %&', 'bad-format'],
    ['%h %D', 'bad-format'],
    ['%{%Q}t', 'bad-format'],
  ])('refuses the format %s', async (format, code) => {
    expect((await refusalOf(readText('x\n', apache(format)))).code).toBe(code)
  })
})

describe('nginx', () => {
  const combined = '10.0.0.1 - - [20/Nov/2026:16:21:15 +0000] "GET / HTTP/1.1" 502 13 "-" "x" 0.250'

  test('subtracts $request_time, because nginx writes a line at the end of a request', async () => {
    const spec = nginx(
      `log_format timed '$remote_addr - $remote_user [$time_local] "$request" '\n '$status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time';`,
    )
    expect(await only(combined, spec)).toEqual({
      start: at - 0.25,
      seconds: 0.25,
      errors: 1,
      bytes: 13,
    })
  })

  test('reads $msec and $time_iso8601', async () => {
    expect((await only('1795191675.123 0.023', nginx('$msec $request_time'))).start).toBeCloseTo(
      at + 0.1,
      6,
    )
    const iso = await only(
      '2026-11-20T17:21:15+01:00 0.000',
      nginx('$' + '{time_iso8601} $request_time'),
    )
    expect(iso.start).toBe(at)
  })

  test.each([
    ['0.010', 0.01],
    ['-', null],
    ['0.010, 0.200 : 0.005', 0.215],
    ['-, 0.200', 0.2],
    ['-, -', null],
  ])('reads $upstream_response_time %s', async (text, seconds) => {
    const spec = nginx('$msec "$upstream_response_time"')
    const result = await only(`1795191675.000 "${text}"`, spec)
    if (seconds === null) expect(result.seconds).toBeNull()
    else expect(result.seconds).toBeCloseTo(seconds, 9)
  })

  test('reads a JSON log_format like any other text', async () => {
    const spec = nginx('{"t":"$msec","u":"$request_uri","d":$request_time}')
    expect((await only('{"t":"1795191675.000","u":"/\\x22","d":0.5}', spec)).seconds).toBe(0.5)
  })
})

describe('virtual hosts', () => {
  const log = ['a.example:80', 'B.example.:443', 'c.example:80', 'a.example:443']
    .map((host) => `${host} [20/Nov/2026:16:21:15 +0000] 1000\n`)
    .join('')

  test('maps each virtual host to its domain and leaves out the others', async () => {
    const map = { 'A.example': 'vm1', 'b.example': 'vm2' }
    const { report, at: window } = await readText(
      log,
      apache('%v:%p %t %D', { domainBy: { by: 'vhost', map } }),
    )
    expect(window('vm1').requests!.arrivals).toBe(2)
    expect(window('vm2').requests!.arrivals).toBe(1)
    expect(report.notes.join()).toContain('1 requests to virtual hosts')
    expect(report.domains).toEqual(['vm1', 'vm2'])
  })

  test('asks for a format that names the virtual host', async () => {
    const spec = apache('%t %D', { domainBy: { by: 'vhost', map: { a: 'vm1' } } })
    expect((await refusalOf(readText(log, spec))).code).toBe('bad-spec')
  })
})

describe('the reading', () => {
  const spec = apache('%t %>s %D')
  const good = '[20/Nov/2026:16:21:15 +0000] 200 1000\n'

  test.each([
    ['a negative duration', '[20/Nov/2026:16:21:15 +0000] 200 -5', 'negative', 34],
    ['NaN', '[20/Nov/2026:16:21:15 +0000] 200 NaN', 'not a number', 34],
    ['Infinity', '[20/Nov/2026:16:21:15 +0000] 200 Infinity', 'not a number', 34],
    ['more than a day', '[20/Nov/2026:16:21:15 +0000] 200 99999999999', 'longer than a day', 34],
    ['a wrong status', '[20/Nov/2026:16:21:15 +0000] 2000 1', 'status', 30],
    ['a missing day', '[31/Nov/2026:16:21:15 +0000] 200 1', 'not a number', undefined],
    ['a wrong month', '[20/Nov.2026:16:21:15 +0000] 200 1', 'not a time', 2],
    ['a future date', '[23/Nov/2026:16:21:15 +0000] 200 1', 'in the future', undefined],
    ['a date long ago', '[23/Nov/1994:16:21:15 +0000] 200 1', 'before 1995', undefined],
    ['more than the format', '[20/Nov/2026:16:21:15 +0000] 200 1 x', 'not a number', 34],
    ['less than the format', '[20/Nov/2026:16:21:15 +0000] 200', 'no end', 30],
  ])('rejects %s, and names line and column', async (_, line, reason, column) => {
    const { report } = await readText(`${good}${good}${line}\n`, spec)
    expect(report).toMatchObject({ accepted: 2, rejected: 1 })
    expect(report.examples[0]).toMatchObject({ line: 3, ...(column ? { column } : {}) })
    expect(report.examples[0]!.reason).toContain(reason)
  })

  test('keeps a few examples of rejected lines, and makes them harmless', async () => {
    const nasty = '=HYPERLINK("http://x")\x1b[31m\x07\u202e\n'
    const { report } = await readText(good.repeat(40) + nasty.repeat(20), spec)
    expect(report.rejected).toBe(20)
    expect(report.examples).toHaveLength(10)
    expect(report.examples[0]!.excerpt).toBe('=HYPERLINK("http://x")\\u0007\\u202e')
  })

  test('accepts a good line whose URL holds a spreadsheet formula', async () => {
    const line = '[20/Nov/2026:16:21:15 +0000] "GET /=cmd|\'/C calc\'!A0 HTTP/1.1" 200 1000\n'
    const { report } = await readText(line, apache('%t "%r" %>s %D'))
    expect(report).toMatchObject({ accepted: 1, rejected: 0 })
  })

  test('counts a line of 10 MB as one rejected line and reads the lines around it', async () => {
    const chunks = [good, ...Array.from({ length: 160 }, () => 'x'.repeat(65_536)), '\n', good]
    const { report } = await readText(chunks, spec)
    expect(report).toMatchObject({ lines: 3, accepted: 2, rejected: 1 })
    expect(report.examples[0]).toMatchObject({ line: 2 })
    expect(report.examples[0]!.reason).toContain('longer than 65536 bytes')
  })

  test('refuses a file whose lines are mostly in another format', async () => {
    const error = await refusalOf(readText(good + 'something else\n'.repeat(2), spec))
    expect(error).toMatchObject({
      code: 'not-as-declared',
      where: { path: 'test', line: 2, column: 1 },
    })
    expect(error.message).toContain('2 of 3 lines')
  })

  test('refuses a long file in another format after its first lines', async () => {
    let chunks = 0
    function* endless() {
      for (; chunks < 1000; chunks++) yield 'something else\n'.repeat(1000)
    }
    const { Readable } = await import('node:stream')
    const { readSource, ObservationBuilder } = await import('../index.ts')
    const reading = readSource(
      Readable.from(endless()),
      spec,
      new ObservationBuilder({ windowSeconds: 60 }),
    )
    expect((await refusalOf(reading)).code).toBe('not-as-declared')
    expect(chunks).toBeLessThan(100)
  })

  test('refuses an empty file', async () => {
    expect((await refusalOf(readText('', spec))).code).toBe('empty')
    expect((await refusalOf(readText('\n\n', spec))).code).toBe('empty')
  })
})

test('reports progress, and stops at once when it is aborted', async () => {
  const line = '[20/Nov/2026:16:21:15 +0000] 200 1000\n'
  const seen: number[] = []
  const chunks = Array.from({ length: 10 }, () => line.repeat(100))
  await readText(chunks, apache('%t %>s %D'), {
    progressEveryLines: 100,
    onProgress: ({ lines }) => seen.push(lines),
  })
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.at(-1)).toBe(1000)
  const stop = new AbortController()
  const reading = readText(chunks, apache('%t %>s %D'), {
    progressEveryLines: 100,
    onProgress: () => stop.abort(),
    signal: stop.signal,
  })
  expect((await refusalOf(reading)).code).toBe('aborted')
})

describe('connections', () => {
  const stamp = '[20/Nov/2026:16:21:15 +0000]'
  const counted = async (spec: AccessLogSpec, numbers: readonly string[]) =>
    (await readText(numbers.map((number) => `${stamp} ${number}\n`).join(''), spec)).report
      .connections

  test('counts the requests on connections that were open already', async () => {
    const numbers = ['0', '1', '2', '0', '-']
    expect(await counted(apache('%t %k'), numbers)).toEqual({ requests: 5, reused: 2 })
    expect(await counted(nginx('[$time_local] $connection_requests'), numbers)).toEqual({
      requests: 5,
      reused: 1,
    })
  })

  test('says nothing of them where the log does not', async () => {
    expect(await counted(apache('%t %D'), ['5'])).toBeUndefined()
    // %X only says whether the server would keep the connection.
    expect(await counted(apache('%t %X'), ['+'])).toBeUndefined()
  })
})
