import type { CommandAnswer } from '../remote-shell.ts'
import type { DoubleDomain, DoubleHost } from './double-state.ts'

const HEADER = 'Name                                ID Weight  Cap\n'

export const succeed = (stdout = ''): CommandAnswer => ({ exitCode: 0, stdout, stderr: '' })
export const failWith = (exitCode: number, stderr: string, stdout = ''): CommandAnswer => ({
  exitCode,
  stdout,
  stderr: `${stderr}\n`,
})

/** strtol into an int, as xl parses numbers: "12abc" is 12, "abc" is 0. */
function strtol(text: string): number {
  return Number(BigInt.asIntN(32, BigInt(/^\s*([+-]?\d+)/.exec(text)?.[1]?.replace('+', '') ?? 0)))
}

function row({ name, id, weight, cap }: DoubleDomain): string {
  return `${name.padEnd(33)} ${String(id).padStart(4)} ${String(weight).padStart(6)} ${String(cap).padStart(4)}\n`
}

interface SchedOptions {
  d?: string
  w?: string
  c?: string
  p?: string
  s?: true
  t?: string
  r?: string
}

const LONG: Record<string, keyof SchedOptions> = {
  domain: 'd',
  weight: 'w',
  cap: 'c',
  cpupool: 'p',
  schedparam: 's',
  tslice_ms: 't',
  ratelimit_us: 'r',
}

/** Imitates getopt; an unknown option, or one without its value, is the error. */
function readOptions(words: string[]): SchedOptions | { bad: string } {
  const options: SchedOptions = {}
  for (let index = 0; index < words.length; index += 1) {
    const long = /^--([\w-]+)=(.*)$/.exec(words[index]!)
    const short = /^-(\w)$/.exec(words[index]!)?.[1]
    const key = (long ? LONG[long[1]!] : short) as keyof SchedOptions | undefined
    if (key === undefined) {
      if (words[index]!.startsWith('-')) return { bad: words[index]!.slice(1, 2) }
    } else if (key === 's') {
      options.s = true
    } else {
      const value = long ? long[2] : words[++index]
      if (!'dwcptr'.includes(key) || value === undefined) return { bad: key }
      options[key] = value
    }
  }
  return options
}

/** `xl sched-credit` and `xl sched-credit2`, as Xen 4.17 answers. */
export function schedCommand(
  host: DoubleHost,
  scheduler: 'credit' | 'credit2',
  words: string[],
): CommandAnswer {
  const options = readOptions(words)
  if ('bad' in options) return failWith(2, `option \`${options.bad}' not supported.`)
  const { d, w, c, p, s } = options
  if ((p !== undefined || s) && (d !== undefined || w !== undefined || c !== undefined)) {
    return failWith(1, 'Specifying a cpupool or schedparam is not allowed with domain options.')
  }
  if (d === undefined && (w !== undefined || c !== undefined)) {
    return failWith(1, 'Must specify a domain.')
  }
  if (p !== undefined && !host.cpupools.some((pool) => pool.name === p)) {
    return failWith(1, `unknown cpupool '${p}'`)
  }
  if (s) return poolParameters(host, scheduler, options)
  if (d === undefined) return succeed(wholeTable(host, scheduler, p))
  const domain = host.domains.find((candidate) =>
    /^\d+$/.test(d) ? candidate.id === Number(d) : candidate.name === d,
  )
  if (domain === undefined) return unknownDomain(d)
  if (w === undefined && c === undefined) return readDomain(host, scheduler, domain)
  return setDomain(host, scheduler, domain, options)
}

function unknownDomain(d: string): CommandAnswer {
  if (!/^\d+$/.test(d)) return failWith(1, `${d} is an invalid domain identifier (rc=-6)`)
  return failWith(
    1,
    'libxl: error: libxl_dom.c:76:libxl__domain_cpupool: getinfolist failed 0: No such file or directory\n' +
      `libxl: error: libxl_sched.c:905:libxl_domain_sched_params_get: Domain ${d}:Unknown scheduler\n` +
      'libxl_domain_sched_params_get failed.',
    HEADER,
  )
}

function schedulerOf(host: DoubleHost, domain: DoubleDomain): string {
  return host.cpupools.find((pool) => pool.name === domain.cpupool)!.scheduler
}

function readDomain(host: DoubleHost, scheduler: string, domain: DoubleDomain): CommandAnswer {
  const actual = schedulerOf(host, domain)
  if (actual === scheduler) return succeed(HEADER + row(domain))
  return failWith(1, `libxl_domain_sched_params_get returned ${actual} not ${scheduler}.`, HEADER)
}

function setDomain(
  host: DoubleHost,
  scheduler: 'credit' | 'credit2',
  domain: DoubleDomain,
  { w, c }: SchedOptions,
): CommandAnswer {
  const [getLine, weightLine, capLine] = scheduler === 'credit' ? [232, 238, 248] : [439, 445, 455]
  const refuse = (line: number, why: string) =>
    failWith(
      1,
      `libxl: error: libxl_sched.c:${line}:sched_${scheduler}_domain_set: Domain ${domain.id}:${why}\n` +
        'libxl_domain_sched_params_set failed.',
    )
  if (schedulerOf(host, domain) !== scheduler) {
    return refuse(getLine!, `Getting domain sched ${scheduler}: Invalid argument`)
  }
  const weight = w === undefined ? domain.weight : strtol(w)
  const cap = c === undefined || strtol(c) < 0 ? domain.cap : strtol(c)
  if (weight < 1 || weight > 65535) {
    const range = 'valid values are within range from 1 to 65535'
    return refuse(weightLine!, `Cpu weight out of range, ${range}`)
  }
  if (cap > 100 * domain.vCpus) {
    const range = `valid range is from 0 to ${100 * domain.vCpus} for specified number of vcpus`
    return refuse(capLine!, `Cpu cap out of range, ${range}`)
  }
  domain.weight = weight
  domain.cap = cap
  return succeed()
}

function poolLine({ name, timeSliceMs, rateLimitUs, scheduler }: DoubleHost['cpupools'][number]) {
  const slice = scheduler === 'credit' ? `tslice=${timeSliceMs}ms ` : ''
  const delay = scheduler === 'credit' ? ' migration-delay=0us' : ''
  return `Cpupool ${name}: ${slice}ratelimit=${rateLimitUs}us${delay}\n`
}

function wholeTable(host: DoubleHost, scheduler: string, onlyPool: string | undefined): string {
  return host.cpupools
    .filter((pool) => pool.scheduler === scheduler && (onlyPool ?? pool.name) === pool.name)
    .map((pool) => {
      const rows = host.domains.filter((domain) => domain.cpupool === pool.name).map(row)
      return poolLine(pool) + HEADER + rows.join('')
    })
    .join('')
}

function poolParameters(
  host: DoubleHost,
  scheduler: 'credit' | 'credit2',
  { p, t, r }: SchedOptions,
): CommandAnswer {
  const pool = host.cpupools.find((candidate) => candidate.name === (p ?? 'Pool-0'))!
  if (pool.scheduler !== scheduler) {
    return {
      exitCode: 0,
      stdout: `Cpupool ${pool.name}: [sched params unavailable]\n`,
      stderr:
        'libxl: error: libxl_sched.c:287:libxl_sched_credit_params_get: getting Credit scheduler parameters: Invalid argument\n' +
        'libxl_sched_credit_params_get failed.\n',
    }
  }
  if (t === undefined && r === undefined) return succeed(poolLine(pool))
  const timeSliceMs = t === undefined ? pool.timeSliceMs : strtol(t)
  if (timeSliceMs < 1 || timeSliceMs > 1000) {
    return failWith(
      1,
      'libxl: error: libxl_sched.c:311:libxl_sched_credit_params_set: Time slice out of range, valid range is from 1 to 1000\n' +
        'libxl_sched_credit_params_set failed.',
    )
  }
  pool.timeSliceMs = timeSliceMs
  if (r !== undefined) pool.rateLimitUs = strtol(r)
  return succeed()
}
