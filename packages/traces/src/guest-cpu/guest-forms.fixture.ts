/** What a guest with two vCPUs did in one second: shares of each, in hundredths of a per cent. */
export interface TrueSecond {
  user: [number, number]
  steal: [number, number]
}

export interface FormOptions {
  startSeconds: number
  /** Seconds to one row; the truth is repeated within it. */
  step: number
  /** A restart between two halves of the rows, where the form has such lines. */
  restartAt: number | null
  /** Tables and lines that have nothing to do with the CPU. */
  extra: boolean
}

const two = (value: number) => (value / 100).toFixed(2)
const pad = (value: number) => String(value).padStart(2, '0')
const mean = ([a, b]: [number, number]) => (a + b) / 2

interface Row {
  at: number
  cpu: 'all' | '0' | '1'
  user: number
  steal: number
}

/** The rows of all and of each vCPU, at the end of each interval. */
function rowsOf(truth: readonly TrueSecond[], { startSeconds, step }: FormOptions): Row[][] {
  return truth.map(({ user, steal }, i) => {
    const at = startSeconds + (i + 1) * step
    return [
      { at, cpu: 'all', user: mean(user), steal: mean(steal) },
      { at, cpu: '0', user: user[0], steal: steal[0] },
      { at, cpu: '1', user: user[1], steal: steal[1] },
    ]
  })
}

const date = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const time = (at: number) => new Date(at * 1000).toISOString().slice(11, 19)

interface Locale {
  date(at: number): string
  clock(at: number): string
  comma?: boolean
  summary: string
}

const parts = (at: number) => {
  const [h, m, s] = time(at).split(':').map(Number) as [number, number, number]
  return { h, m, s, h12: h % 12 || 12, isPm: h >= 12 }
}

export const LOCALES: Record<string, Locale> = {
  C: { date: (at) => mdy(at), clock: time, summary: 'Average:' },
  'en-US': {
    date: (at) => mdy(at),
    clock: (at) => twelve(at, 'AM', 'PM'),
    summary: 'Average:',
  },
  ko: {
    date: (at) => cjk(at, ['년 ', '월 ', '일']),
    clock: (at) => `${pad(parts(at).h)}시 ${pad(parts(at).m)}분 ${pad(parts(at).s)}초`,
    summary: '평균값:',
  },
  'ko-12': {
    date: (at) => cjk(at, ['년 ', '월 ', '일']),
    clock: (at) => `${parts(at).isPm ? '오후' : '오전'} ${twelve(at, '', '').trim()}`,
    summary: '평균값:',
  },
  ja: {
    date: (at) => cjk(at, ['年', '月', '日']),
    clock: (at) => `${pad(parts(at).h)}時${pad(parts(at).m)}分${pad(parts(at).s)}秒`,
    summary: '平均値:',
  },
  zh: {
    date: (at) => cjk(at, ['年', '月', '日']),
    clock: (at) => `${pad(parts(at).h)}时${pad(parts(at).m)}分${pad(parts(at).s)}秒`,
    summary: '平均时间:',
  },
  'zh-12': {
    date: (at) => cjk(at, ['年', '月', '日']),
    clock: (at) =>
      `${parts(at).isPm ? '下午' : '上午'}${pad(parts(at).h12)}时${pad(parts(at).m)}分${pad(parts(at).s)}秒`,
    summary: '平均时间:',
  },
  el: {
    date: (at) => dmy(at, '/'),
    clock: (at) => twelve(at, 'πμ', 'μμ'),
    summary: 'Μέσος:',
  },
  'es-MX': {
    date: (at) => dmy(at, '/'),
    clock: (at) => twelve(at, 'a. m.', 'p. m.'),
    summary: 'Media:',
  },
  de: { date: (at) => dmy(at, '.'), clock: time, comma: true, summary: 'Durchschn.:' },
  fi: {
    date: (at) => dmy(at, '.'),
    clock: (at) => time(at).replaceAll(':', '.'),
    comma: true,
    summary: 'Keskiarvo:',
  },
}

function mdy(at: number): string {
  const [year, month, day] = date(at).split('-')
  return `${month}/${day}/${year}`
}

function dmy(at: number, sign: string): string {
  return date(at).split('-').reverse().join(sign)
}

function cjk(at: number, words: string[]): string {
  return date(at)
    .split('-')
    .map((part, i) => part + words[i])
    .join('')
}

function twelve(at: number, am: string, pm: string): string {
  const { h12, m, s, isPm } = parts(at)
  return `${pad(h12)}:${pad(m)}:${pad(s)} ${isPm ? pm : am}`
}

const SAR_COLUMNS = 'CPU     %user     %nice   %system   %iowait    %steal     %idle'

/** `sar -u`, with `-P` for single vCPUs too, or for them alone. */
export function sarTable(
  truth: readonly TrueSecond[],
  options: FormOptions,
  locale: Locale,
  which: 'all' | 'ALL' | '0,1',
): string {
  const shares = ({ user, steal }: Row) => {
    const text = [user * 0.7, 0, user * 0.3, 0, steal, 10_000 - user - steal]
      .map((value) => two(value).padStart(10))
      .join('')
    return locale.comma ? text.replaceAll('.', ',') : text
  }
  const wanted = (row: Row) =>
    which === 'ALL' || (which === 'all' ? row.cpu === 'all' : row.cpu !== 'all')
  const lines = [
    `Linux 6.1.0 (db1) \t${locale.date(options.startSeconds)} \t_x86_64_\t(2 CPU)`,
    '',
    `${locale.clock(options.startSeconds)}     ${SAR_COLUMNS}`,
  ]
  for (const [i, rows] of rowsOf(truth, options).entries()) {
    const begin = rows[0]!.at - options.step
    if (i === options.restartAt)
      lines.push(
        '',
        `${locale.clock(begin)}     LINUX RESTART\t(2 CPU)`,
        '',
        `${locale.clock(begin)}     ${SAR_COLUMNS}`,
      )
    else if (which !== 'all' && i > 0) lines.push('', `${locale.clock(begin)}     ${SAR_COLUMNS}`)
    for (const row of rows.filter(wanted))
      lines.push(`${locale.clock(row.at)}     ${row.cpu.padStart(3)}${shares(row)}`)
  }
  lines.push(`${locale.summary}     all     1.00      0.00      0.50      0.00      0.25     98.25`)
  if (options.extra)
    lines.push(
      '',
      `${locale.clock(options.startSeconds)}    kbmemfree   kbavail`,
      `${locale.clock(options.startSeconds + 1)}       123456    123456`,
    )
  return `${lines.join('\n')}\n`
}

export function sadfCsv(truth: readonly TrueSecond[], options: FormOptions): string {
  const header = '# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle'
  const lines = options.extra
    ? [
        '# hostname;interval;timestamp;tps;rtps',
        `db1;1;${date(options.startSeconds)} ${time(options.startSeconds)} UTC;1.00;0.50`,
      ]
    : []
  lines.push(header)
  for (const [i, rows] of rowsOf(truth, options).entries()) {
    if (i === options.restartAt)
      lines.push(
        `db1;-1;${date(rows[0]!.at)} ${time(rows[0]!.at - options.step)} UTC;LINUX-RESTART\t(2 CPU)`,
        header,
      )
    for (const { at, cpu, user, steal } of rows)
      lines.push(
        `db1;${options.step};${date(at)} ${time(at)} UTC;${cpu === 'all' ? -1 : cpu};${two(user)};0.00;0.00;0.00;${two(steal)};${two(10_000 - user - steal)}`,
      )
  }
  return `${lines.join('\n')}\n`
}

export function sadfJson(truth: readonly TrueSecond[], options: FormOptions): string {
  const statistics = rowsOf(truth, options).map((rows) => ({
    timestamp: { date: date(rows[0]!.at), time: time(rows[0]!.at), utc: 1, interval: options.step },
    ...(options.extra ? { io: { tps: 1, 'io-reads': { rtps: 0.5 } } } : {}),
    'cpu-load': rows.map(({ cpu, user, steal }) => ({
      cpu,
      user: user / 100,
      nice: 0,
      system: 0,
      iowait: 0,
      steal: steal / 100,
      idle: (10_000 - user - steal) / 100,
    })),
  }))
  const host = { nodename: 'db1', sysname: 'Linux', 'number-of-cpus': 2, statistics, restarts: [] }
  return JSON.stringify({ sysstat: { hosts: [host] } }, null, options.extra ? 1 : 0)
}

export function sadfXml(truth: readonly TrueSecond[], options: FormOptions): string {
  const moments = rowsOf(truth, options).map((rows) => {
    const { at } = rows[0]!
    const cpus = rows.map(
      ({ cpu, user, steal }) =>
        `<cpu number="${cpu}" user="${two(user)}" nice="0.00" system="0.00" iowait="0.00" steal="${two(steal)}" idle="${two(10_000 - user - steal)}"/>`,
    )
    return `<timestamp date="${date(at)}" time="${time(at)}" utc="1" interval="${options.step}">
${options.extra ? '<io><tps>1.00</tps></io>' : ''}<cpu-load>${cpus.join('\n')}</cpu-load>
</timestamp>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sysstat PUBLIC "DTD v3.9 sysstat //EN" "http://pagesperso-orange.fr/sebastien.godard/sysstat-3.9.dtd">
<sysstat><host nodename="db1"><number-of-cpus>2</number-of-cpus><statistics>
${moments.join('\n')}
</statistics></host></sysstat>
`
}

/** Rounds to whole per cents, so only truths in whole per cents come back. */
export function vmstat(truth: readonly TrueSecond[], options: FormOptions): string {
  const heading = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC`
  const row = (at: number, user: number, steal: number) =>
    ` 1  0      0 812345 123456 123456    0    0     1     9  120  340 ${user} 0 ${100 - user - steal} 0 ${steal} ${date(at)} ${time(at)}`
  const lines = [heading, row(options.startSeconds, 42, 7)]
  for (const [i, [all]] of rowsOf(truth, options).entries()) {
    if (options.extra && i % 20 === 19) lines.push(heading)
    lines.push(row(all!.at, all!.user / 100, all!.steal / 100))
  }
  return `${lines.join('\n')}\n`
}

const MODES = ['user', 'system', 'steal', 'idle'] as const

export function prometheus(
  truth: readonly TrueSecond[],
  options: FormOptions,
  kind: 'counters' | 'rates',
): string {
  const result = ([0, 1] as const).flatMap((cpu) =>
    MODES.map((mode, m) => {
      const shareOf = ({ user, steal }: TrueSecond) => {
        const u = user[cpu]
        const s = steal[cpu]
        return { user: u * 0.7, system: u * 0.3, steal: s, idle: 10_000 - u - s }[mode] / 10_000
      }
      let sum = 1000 * (m + 1)
      const values: [number, string][] =
        kind === 'counters' ? [[options.startSeconds, String(sum)]] : []
      for (const [i, second] of truth.entries()) {
        sum += shareOf(second) * options.step
        const at = options.startSeconds + (i + 1) * options.step
        values.push([at, String(kind === 'counters' ? sum : shareOf(second))])
      }
      const name = kind === 'counters' ? { __name__: 'node_cpu_seconds_total' } : {}
      return {
        metric: { ...name, cpu: String(cpu), instance: 'db1:9100', job: 'node', mode },
        values,
      }
    }),
  )
  return JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
}
