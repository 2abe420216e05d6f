import { describe, expect, test } from 'vitest'
import { detectSource } from '../detect-source.ts'
import { PROMETHEUS } from '../prometheus/prometheus-format.ts'
import { readText, refusalOf } from '../read-text.fixture.ts'
import { cpuOf, readAsUploaded, stealOf } from './read-upload.fixture.ts'

const detect = (bytes: string | Buffer) =>
  detectSource({ path: 'x', fileName: 'x' }, Buffer.from(bytes as string)) as {
    kind: string
    reason?: string
  }
const BANNER = 'Linux 6.1.0 (db1) \t11/20/2026 \t_x86_64_\t(2 CPU)'
const HEADER = 'CPU     %user     %nice   %system   %iowait    %steal     %idle'
const row = (clock: string, cpu: string, user: number) =>
  `${clock}     ${cpu}     ${user}.00      0.00      0.00      0.00      5.00     ${95 - user}.00`

describe('what cannot be read says what to do', () => {
  test.each([
    ['of this machine', [0x96, 0xd5, 0x75, 0x21, 12, 6, 1, 0]],
    ['of a big-endian one', [0xd5, 0x96, 0x21, 0x71, 10, 1, 5, 0]],
  ])('a binary file of sar %s', (_, magic) => {
    const file = Buffer.concat([Buffer.from(magic), Buffer.alloc(400)])
    expect(detect(file).kind).toBe('unknown')
    expect(detect(file).reason).toContain('sadf -d saNN -- -u')
    expect(detect(file).reason).toContain('sar -u -f saNN')
  })

  test('sar -P 0 of two vCPUs', async () => {
    const text = `${BANNER}\n\n09:00:00 ${HEADER}\n${row('09:00:01', '0', 40)}\n${row('09:00:02', '0', 40)}\n`
    const error = await refusalOf(readAsUploaded('sar', Buffer.from(text), { timeZone: 'UTC' }))
    expect(error.message).toContain("of the guest's 2 vCPUs only number 0 has one")
    expect(error.where.line).toBe(4)
  })

  test.each([
    [
      'top - 09:00:01 up 12 days,  3:04,  1 user,  load average: 0.35\nTasks: 100 total\n',
      'vmstat -t 1',
    ],
    ['db1\t1\t2026-11-20 09:00:01 UTC\tall\t%user\t29.28\n', 'sadf -d'],
    ['<rrd><version>0003</version><step>5</step>\n', 'rrd2csv'],
    [
      '2026/11/20 09:00:01 [error] 12#12: *3 open() failed, request: "GET / HTTP/1.1", host: "a"\n',
      'error log of nginx',
    ],
    [
      '[Fri Nov 20 09:00:01.123456 2026] [core:error] [pid 12] [client 10.0.0.1:443] AH00124\n',
      'Send the access log',
    ],
    ['<?xml version="1.0"?>\n<testResults version="1.2">\n', 'output_format=csv'],
  ])('%j', (text, words) => {
    expect(detect(text)).toMatchObject({ kind: 'unknown' })
    expect(detect(text).reason).toContain(words)
  })

  test('sadf -d without the CPU', () => {
    const text = '# hostname;interval;timestamp;tps;rtps\ndb1;1;2026-11-20 09:00:01 UTC;1.00;0.50\n'
    expect(detect(text).reason).toContain('`sadf -d saNN -- -u`')
  })

  test.each([
    ['{"status":"success","data":{"resultType":"vector","result":[]}}', 'query_range'],
    ['{"status":"success","data":{"resultType":"matrix","result":[]}}', 'without any series'],
    [
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up"},"values":[[1795191600,"1"]]}]}}',
      'node_cpu_seconds_total',
    ],
  ])('an answer of Prometheus: %s', (text, words) => {
    expect(detect(text)).toMatchObject({ kind: 'unknown' })
    expect(detect(text).reason).toContain(words)
  })

  test.each([
    ['per cents', ['12', '40', '7', '90'], 'neither counters nor rates'],
    ['only idle', ['0.5', '0.4', '0.6', '0.5'], 'user and system'],
  ])('series of Prometheus with %s', async (_, values, words) => {
    const modes = words.startsWith('user') ? ['idle'] : ['user', 'system', 'idle']
    const result = modes.map((mode) => ({
      metric: { instance: 'db1:9100', cpu: '0', mode },
      values: values.map((value, i) => [1795165200 + 15 * i, value]),
    }))
    const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
    const error = await refusalOf(readAsUploaded('p.json', Buffer.from(text)))
    expect(error.message).toContain(words)
  })

  test('a source whose rows say nothing is not silent', async () => {
    const text = `${BANNER}\n\n09:00:00 ${HEADER}\n${row('09:00:00', 'all', 40)}\n`
    const { report, set } = await readAsUploaded('sar', Buffer.from(text), { timeZone: 'UTC' })
    expect(set.observations).toEqual([])
    expect(report.notes[0]).toContain('Nothing was measured')
  })
})

describe('what can be read', () => {
  test('mpstat in English', async () => {
    const text = `${BANNER}\n\n09:00:00 AM  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
09:00:01 AM  all   10.00    0.00    5.00    0.00    1.00    1.00    3.00    0.00    0.00   80.00
09:00:02 AM  all   10.00    0.00    5.00    0.00    1.00    1.00    3.00    0.00    0.00   80.00
Average:     all   10.00    0.00    5.00    0.00    1.00    1.00    3.00    0.00    0.00   80.00
`
    const { set } = await readAsUploaded(
      'mpstat',
      Buffer.from(text),
      { timeZone: 'UTC' },
      { domain: 'db1' },
    )
    expect(cpuOf(set, 'db1')).toMatchObject({ seconds: 2, from: 1795165200 })
    expect(cpuOf(set, 'db1').pCpus).toBeCloseTo(2 * 0.17, 9)
    expect(stealOf(set, 'db1')).toBeCloseTo(2 * 0.03, 9)
  })

  test('an old sar that does not say how many vCPUs there are, where -P ALL does', async () => {
    const rows = ['09:00:01', '09:00:02'].flatMap((clock) => [
      row(clock, 'all', 30),
      row(clock, '0', 20),
      row(clock, '1', 40),
    ])
    const text = `Linux 2.6.18-8.el5 (db1) \t11/20/2026\n\n09:00:00 ${HEADER}\n${rows.join('\n')}\n`
    const { set, questions } = await readAsUploaded(
      'sar',
      Buffer.from(text),
      { timeZone: 'UTC' },
      { domain: 'db1' },
    )
    expect(questions).toEqual([])
    expect(cpuOf(set, 'db1').pCpus).toBeCloseTo(0.6, 9)
  })

  test('vmstat without stamps, once its start and its interval are said', async () => {
    const heading = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st`
    const values = (us: number) =>
      ` 1  0      0 812345 123456 123456    0    0     1     9  120  340 ${us}  0 ${95 - us}  0  5`
    const text = `${heading}\n${values(1)}\n${values(20)}\n${values(40)}\n`
    const read = (answers: object) =>
      readAsUploaded('vmstat.txt', Buffer.from(text), answers, { domain: 'db1' })
    const answers = { startEpochSeconds: 1795165200, intervalSeconds: 5, vCpus: 4 }
    const { set, questions } = await read(answers)
    expect(questions).toEqual([])
    expect(cpuOf(set, 'db1')).toMatchObject({ seconds: 10, from: 1795165200 })
    expect(cpuOf(set, 'db1').pCpus).toBeCloseTo(4 * 0.3, 9)
    const asked = (await read({ startEpochSeconds: 1795165200 })).questions.map(({ id }) => id)
    expect(asked).toEqual(['interval', 'v-cpus'])
  })

  test('virt-top --csv, over midnight', async () => {
    const text = `"Hostname","Time","Arch","Physical CPUs","Count","%CPU","Domain ID","Domain name","CPU (ns)","%CPU"
xen1,23:59:57,x86_64,4,2,0.,0,Domain-0,0.,0.,1,"web, 1",0.,0.
xen1,00:00:00,x86_64,4,2,12.5,0,Domain-0,300000000.,2.5,1,"web, 1",1200000000.,10.
xen1,00:00:03,x86_64,4,2,12.5,0,Domain-0,600000000.,5.,1,"web, 1",1500000000.,12.5
`
    const { set, report } = await readAsUploaded('virt-top.csv', Buffer.from(text), {
      startEpochSeconds: 1795165200,
    })
    expect(report).toMatchObject({ rejected: 0, domains: ['Domain-0', 'web, 1'] })
    expect(cpuOf(set, 'Domain-0')).toMatchObject({ seconds: 6 })
    expect(cpuOf(set, 'Domain-0').pCpus).toBeCloseTo(0.15, 9)
    expect(cpuOf(set, 'web, 1').pCpus).toBeCloseTo(0.45, 9)
  })

  test('what Xen Orchestra exports to Prometheus, by the name of the VM', async () => {
    const result = [0, 1].map((core) => ({
      metric: { __name__: 'xcp_vm_cpu_core_usage', uuid: 'x', vm_name: 'web1', core: String(core) },
      values: [0, 1, 2].map((i) => [1795165200 + 60 * i, '0.4']),
    }))
    const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
    const { set } = await readAsUploaded('p.json', Buffer.from(text))
    expect(cpuOf(set, 'web1').seconds).toBe(180)
    expect(cpuOf(set, 'web1').pCpus).toBeCloseTo(0.8, 9)
    // An exporter on the host does not see how long a domain waited.
    expect(stealOf(set, 'web1')).toBeNull()
  })
})

test('a look at the beginning of a long answer of Prometheus names its guests', async () => {
  const values = Array.from({ length: 11_000 }, (_, i) => [1795000000 + 15 * i, String(0.9 * i)])
  const result = ['idle', 'system', 'user'].map((mode) => ({
    metric: { __name__: 'node_cpu_seconds_total', cpu: '0', instance: 'db1:9100', mode },
    values,
  }))
  const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
  const head = Buffer.from(text).subarray(0, 128 * 1024)
  const detection = detectSource({ path: 'x', fileName: 'x' }, head)
  expect(detection.kind).toBe('prometheus')
  const look = PROMETHEUS.forLook({ kind: 'prometheus' })
  expect((await readText(head, look)).report).toMatchObject({ domains: ['db1'], rejected: 0 })
})

test('a guest that two jobs of Prometheus scrape counts once', async () => {
  const series = (mode: string, job: string, share: number) => ({
    metric: { __name__: 'node_cpu_seconds_total', cpu: '0', instance: 'db1:9100', job, mode },
    values: [0, 1, 2, 3].map((i) => [1795165200 + 15 * i, String(100 + 15 * i * share)]),
  })
  const modes = [
    ['user', 0.2],
    ['system', 0.1],
    ['idle', 0.7],
  ] as const
  const result = ['a', 'b'].flatMap((job) => modes.map(([mode, share]) => series(mode, job, share)))
  const text = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
  const { set, report } = await readAsUploaded('p.json', Buffer.from(text))
  expect(cpuOf(set, 'db1').pCpus).toBeCloseTo(0.3, 9)
  expect(cpuOf(set, 'db1').seconds).toBe(45)
  expect(report.rejected).toBe(3)
  expect(report.examples[0]!.reason).toContain('another series')
})
