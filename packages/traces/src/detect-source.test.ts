import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Answers, NOTHING_ANSWERED, type SourceContext } from './detect/detection.ts'
import { suggestDomain } from './detect/suggest-domain.ts'
import type { Detection, ReadableDetection } from './detect-source.ts'
import { detectSource, formatOf } from './index.ts'
import { readText } from './read-text.fixture.ts'

const SAMPLES = new URL('../../../samples/paper-table3-equal/', import.meta.url)
const member = (path: string) => ({ path, fileName: path.split('/').at(-1)! })

async function detectSample(path: string) {
  const sent = await readFile(new URL(path, SAMPLES))
  const bytes = path.endsWith('.gz') ? gunzipSync(sent) : sent
  return detectSource(member(path), bytes.subarray(0, 65_536))
}

const detect = (text: string | Buffer, path = 'upload') =>
  detectSource(member(path), Buffer.from(text))

function readable(text: string, path = 'upload', said: Partial<Answers> = {}): ReadableDetection {
  const answers = { ...NOTHING_ANSWERED, ...said }
  const detection = detectSource(member(path), Buffer.from(text), answers)
  if (detection.kind === 'unknown' || detection.spec === null)
    return expect.fail(`detected as ${detection.kind}`)
  return detection as ReadableDetection
}

const NOTHING_SAID: SourceContext = {
  answers: NOTHING_ANSWERED,
  recording: null,
  domains: [],
  facts: { modifiedAtEpochSeconds: null, lengthSeconds: null, aligned: null, trace: null },
}

function asked(detection: Detection): string[] {
  const readable = detection as ReadableDetection
  return formatOf(detection)
    .questions(readable, NOTHING_SAID)
    .map(({ id }) => id)
}

describe('the files of a recording', () => {
  test.each([
    ['access/vm1.log.gz', 'access-log'],
    ['access-epoch/vm3.log.gz', 'access-log'],
    ['client/vm2.csv.gz', 'client-times'],
    ['xenmon/log-dom0.log', 'xenmon'],
    ['xenmon/log-idle.log', 'xenmon'],
    ['xentop.log.gz', 'xentop'],
    ['recording.json', 'recording'],
    ['xl-before.txt', 'xl-output'],
    ['xl-after.txt', 'xl-output'],
  ])('%s is recognised as %s', async (path, kind) => {
    const detection = await detectSample(path)
    expect(detection.kind).toBe(kind)
    expect(detection.samples.length).toBeGreaterThan(0)
  })

  test('the JSON of xl list -l is recognised as xl output, other JSON is not', () => {
    const detect = (text: string) =>
      detectSource({ path: 'xl.txt', fileName: 'xl.txt' }, Buffer.from(text)).kind
    expect(detect('[\n    {\n        "domid": 1,\n        "config": {\n')).toBe('xl-output')
    expect(detect('[\n    {\n        "name": "vm1"\n')).toBe('unknown')
  })

  describe('recording.json is recognised', () => {
    const domains = [{ name: 'vm1', id: 1, vcpus: 1, weight: 256 }]
    const least = { startEpoch: 1795191673.3, domains }
    const phases = Array.from({ length: 4000 }, (_, i) => ({
      startSeconds: 30 * i,
      durationSeconds: 30,
      requestsPerSecond: { vm1: 45 },
    }))
    const kindOf = (text: string) =>
      detectSource(member('upload'), Buffer.from(text).subarray(0, 256 * 1024)).kind

    test.each([
      ['with no more than what it must have', JSON.stringify(least)],
      ['pretty-printed', JSON.stringify(least, null, 2)],
      ['in another order', JSON.stringify({ domains, startEpoch: 1 })],
      ['with a byte order mark and blank lines', `\ufeff\n\n${JSON.stringify(least)}\n`],
      ['with its start behind 300 KiB of phases', JSON.stringify({ phases, ...least })],
      [
        'with a long description before the rest',
        JSON.stringify({ description: 'x { "a": [ "'.repeat(9000), ...least }, null, 1),
      ],
      ['even if it lacks its start, which is then named', JSON.stringify({ domains })],
    ])('%s', (_, text) => {
      expect(kindOf(text)).toBe('recording')
    })

    test.each([
      ['JSON lines', '{"host":"a","domains":1}\n{"host":"b","domains":2}\n'],
      ['an object that has its words further in', '{"level":{"startEpoch":1,"domains":[]}}'],
      ['an object that has its words as values', '{"msg":"startEpoch","field":"domains"}'],
    ])('but not %s', (_, text) => {
      expect(kindOf(text)).toBe('unknown')
    })
  })

  test('xenmon names the domain in its rows, and its start is asked for', async () => {
    expect(await detectSample('xenmon/log-dom1.log')).toMatchObject({
      suggestedDomain: 'dom1',
      warnings: [],
    })
    expect(asked(await detectSample('xenmon/log-dom1.log'))).toEqual(['start-time'])
    expect(await detectSample('xenmon/log-idle.log')).toMatchObject({ suggestedDomain: 'idle' })
    const misnamed = detectSource(
      member('log-dom7.log'),
      await readFile(new URL('xenmon/log-dom1.log', SAMPLES)),
    )
    expect(misnamed).toMatchObject({ suggestedDomain: 'dom1' })
    expect('warnings' in misnamed && misnamed.warnings.join()).toContain('dom7')
  })

  test('client times are recognised without questions', async () => {
    const detection = await detectSample('client/vm2.csv.gz')
    expect(detection).toMatchObject({ suggestedDomain: 'vm2', raised: [] })
    if (detection.kind !== 'client-times') return expect.fail('kind')
    const text = gunzipSync(await readFile(new URL('client/vm2.csv.gz', SAMPLES)))
    expect((await readText(text, detection.spec)).report.rejected).toBe(0)
  })
})

describe('access logs', () => {
  const common = '10.0.0.1 - - [20/Nov/2026:16:21:15 +0000] "GET / HTTP/1.0" 200 13'
  const agent = ' "-" "Mozilla/5.0 (X11)"'

  test('an unnamed number raises a question that shows what each unit would mean', async () => {
    const detection = readable(`${common} 5956\n${common} 6134\n`, 'vm1.log')
    const [question] = detection.raised
    expect(question).toMatchObject({
      id: 'duration-unit',
      text: 'Unit of the unnamed field (e.g. 5956)?',
    })
    expect(question!.choices.map(({ value, meaning }) => `${value}: ${meaning}`)).toEqual([
      'us: 5956 -> 5.956 ms',
      'ms: 5956 -> 5.956 s',
      's: 5956 -> 5956 s',
      'none: the log then gives arrivals only',
    ])
    const meanSeconds = await Promise.all(
      question!.choices.map(async ({ value }) => {
        const { spec } = readable(`${common} 5956\n`, 'vm1.log', { durationUnit: value })
        const { at } = await readText(`${common} 5956\n`, spec)
        return at('vm1').requests!.duration?.meanSeconds
      }),
    )
    expect(meanSeconds).toEqual([0.005956, 5.956, 5956, undefined])
  })

  test('a decimal after the combined format may be $request_time of nginx, which marks the end of a request', async () => {
    const [question] = readable(`${common}${agent} 0.250\n`, 'vm1.log').raised
    const nginx = readable(`${common}${agent} 0.250\n`, 'vm1.log', { durationUnit: 'nginx' })
    const { report } = await readText(`${common}${agent} 0.250\n`, nginx.spec)
    expect(report.firstAtEpochSeconds).toBe(Date.UTC(2026, 10, 20, 16, 21, 15) / 1000 - 0.25)
    expect(question!.choices.map(({ value }) => value)).toEqual(['ms', 'nginx', 'none'])
  })

  test('each of several numbers is offered as the duration', () => {
    const [question] = readable(`${common}${agent} 412 1034\n`).raised
    expect(question!.choices.map(({ value }) => value)).toEqual([
      '1:us',
      '1:ms',
      '1:s',
      '2:us',
      '2:ms',
      '2:s',
      'none',
    ])
  })

  test.each([
    ['common', common, '%h %l %u %t "%r" %>s %b'],
    ['combined', common + agent, '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"'],
    ['vhost', `a.example ${common}`, '%v %h %l %u %t "%r" %>s %b'],
    [
      'vhost and port',
      `a.example:443 ${common}${agent}`,
      '%v:%p %h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"',
    ],
    ['a user with a blank', common.replace('- - [', '- Jane Doe ['), '%h %l %u %t "%r" %>s %b'],
  ])(
    'the format %s without durations leads to advice on which directive to add',
    (_, line, format) => {
      const detection = readable(`${line}\n`, 'vm1.log')
      expect(detection.spec).toMatchObject({ format })
      expect(asked(detection)).toEqual([])
      expect(detection.warnings.join()).toContain('%D')
      expect(detection.warnings.join()).toContain('$request_time')
    },
  )

  test('several virtual hosts raise the question whether one domain or several serve them', () => {
    const text = ['a.example', 'B.example'].map((v) => `${v}:80 ${common} 1\n`).join('')
    const detection = readable(text, 'vm1.log')
    expect(asked(detection)).toContain('virtual-hosts')
    expect(detection.virtualHosts).toEqual(['a.example', 'b.example'])
    const domains = detection.virtualHosts.map((found) => ({ found, subject: `${found}.vm` }))
    const answers = { ...NOTHING_ANSWERED, byVirtualHost: true }
    expect(
      formatOf(detection).settle(detection, { ...NOTHING_SAID, answers, domains }),
    ).toMatchObject({
      domainBy: { by: 'vhost', map: { 'a.example': 'a.example.vm', 'b.example': 'b.example.vm' } },
    })
  })

  test('a pasted format is shown field by field', () => {
    const declared = { ...NOTHING_ANSWERED, logFormat: '%{%F %T}t %D %>s' }
    const head = Buffer.from('2026-11-20 16:21:15 5956 503\n')
    const detection = detectSource(member('vm1.log'), head, declared)
    expect(detection).toMatchObject({
      samples: [
        {
          line: 1,
          fields: [
            { name: '%{%F %T}t', meaning: 'request started 2026-11-20T16:21:15.000Z' },
            { name: '%D', text: '5956', meaning: 'took 5.956 ms' },
            { name: '%>s', text: '503', meaning: 'error' },
          ],
        },
      ],
      raised: [{ id: 'time-zone' }],
    })
    const wrong = detectSource(member('vm1.log'), Buffer.from('nothing like it\n'), declared)
    expect(wrong).toMatchObject({ kind: 'unknown', expected: '%{%F %T}t %D %>s' })
  })
})

describe('client times', () => {
  test('an answered unit is used and not asked for again', () => {
    const text = 'timestamp,latency\n1795191600500,250\n'
    const detection = readable(text, 'vm1.csv', { durationUnit: 'ms' })
    expect(detection.spec).toMatchObject({ responseUnit: 'ms' })
    expect(asked(detection)).toEqual([])
  })

  test('a unit that the header does not name is asked for', () => {
    const detection = readable('timestamp,latency\n1795191600500,250\n', 'vm1.csv')
    expect(detection.spec).toMatchObject({ startUnit: 'ms' })
    const [question] = detection.raised
    expect(question!.choices.map(({ meaning }) => meaning)).toEqual([
      '250 -> 250 s',
      '250 -> 250 ms',
      '250 -> 250 µs',
    ])
  })
})

test('the summary lines of xentop are its clock', async () => {
  const rows = gunzipSync(await readFile(new URL('xentop.log.gz', SAMPLES))).toString()
  const [header, ...domains] = rows.split('\n').slice(0, 5)
  const sample = (clock: string) =>
    `xentop - ${clock}   Xen 4.17.7\n${[header, ...domains].join('\n')}\n`
  const timed = readable(sample('23:59:58') + sample('00:00:03') + sample('00:00:08'))
  expect(timed.spec).toMatchObject({ stamps: 'time-of-day' })
  expect(asked(timed)).toEqual(['start-time'])
  expect(asked(readable(rows))).toEqual(['start-time', 'interval'])
})

describe('what is not a trace', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /empty/],
    ['blank lines', '\n\n \n', /blank/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /binary/],
    ['gzip bytes', gzipSync('x'.repeat(100)), /binary/],
    ['prose in UTF-16', Buffer.from('\ufeffGET / 200', 'utf16le'), /No line/],
    ['prose', 'Dear operator,\nplease find no trace here.\n', /No line/],
    ['JSON lines of something else', '{"level":"info","msg":"started"}\n', /JSON/],
    ['a log of an application', '2026-11-20 16:21:15 INFO started in 25 ms\n', /log, but not of/],
    ['another CSV', 'name,price\napple,1\n', /No line/],
  ])('%s is refused with what was expected', (_, bytes, reason) => {
    const detection = detect(bytes)
    if (detection.kind !== 'unknown') return expect.fail(detection.kind)
    expect(detection.reason).toMatch(reason)
    expect(detection.expected).toMatch(/access log|JSON lines with/)
  })
})

test.each([
  ['vm1.log.gz', 'vm1'],
  ['logs/vm1-access.log.1.gz', 'vm1'],
  ['bundle.tar.gz!vm2/access.log', 'vm2'],
  ['web-shop_access_log.20261120.gz', 'web-shop'],
  ['access.log', undefined],
  ['web1/access_log-20261120', 'web1'],
  ['access_log-20261120.xz', undefined],
  ['web1-access.log-2026-11-20_0300.zst', 'web1'],
  ['vm2/access.log.2026-11-20', 'vm2'],
])('the file %s suggests the domain %s', (path, domain) => {
  expect(suggestDomain({ path })).toBe(domain)
})
