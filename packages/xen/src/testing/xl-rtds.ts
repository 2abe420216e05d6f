import type { CommandAnswer } from '../remote-shell.ts'
import type { DoubleDomain, DoubleHost } from './double-state.ts'
import { failWith, succeed } from './xl-sched.ts'

/** Xen's defaults for a vCPU without an explicit reservation. */
export const DEFAULT = { periodUs: 10_000, budgetUs: 4_000, extraTime: true }

const start = (value: number | string, width: number) => String(value).padStart(width)

/**
 * `xl sched-rtds -v all` and `-d DOM -v all -p -b -e`, in the format of tools/xl/xl_sched.c. The
 * recorded dialogues come from a Xen without the scheduler, as Debian builds it.
 */
export function schedRtds(host: DoubleHost, words: string[]): CommandAnswer {
  const option = (letter: string) => {
    const at = words.indexOf(`-${letter}`)
    return at < 0 ? undefined : words[at + 1]
  }
  const pools = host.cpupools.filter(({ scheduler }) => scheduler === 'rtds')
  const d = option('d')
  if (d === undefined) return succeed(pools.map((pool) => table(host, pool.name)).join(''))
  const domain = host.domains.find(({ id }) => String(id) === d)
  if (!domain) return failWith(1, `${d} is an invalid domain identifier (rc=-6)`)
  const periodUs = Number(option('p'))
  const budgetUs = Number(option('b'))
  const isAllowed = periodUs >= 10 && budgetUs >= 10 && budgetUs <= periodUs
  if (!isAllowed || !pools.some(({ name }) => name === domain.cpupool)) {
    return failWith(
      1,
      `libxl: error: libxl_sched.c:705:sched_rtds_vcpu_set_all: Domain ${domain.id}:Setting vcpu sched rtds: Invalid argument\n` +
        'libxl_vcpu_sched_params_set_all failed.',
    )
  }
  domain.reservation = { periodUs, budgetUs, extraTime: option('e') === '1' }
  return succeed()
}

function table(host: DoubleHost, pool: string): string {
  const head = [
    'Name'.padEnd(33),
    start('ID', 4),
    start('VCPU', 4),
    start('Period', 9),
    start('Budget', 9),
    start('Extratime', 10),
  ]
  const rows = host.domains.filter(({ cpupool }) => cpupool === pool).flatMap(rowsOf)
  return `Cpupool ${pool}: sched=RTDS\n${head.join(' ')}\n${rows.join('')}`
}

function rowsOf({ name, id, vCpus, reservation }: DoubleDomain): string[] {
  const { periodUs, budgetUs, extraTime } = reservation ?? DEFAULT
  return Array.from({ length: vCpus }, (_, vCpu) => {
    const numbers = `${start(id, 4)} ${start(vCpu, 4)} ${start(periodUs, 9)} ${start(budgetUs, 9)}`
    return `${name.padEnd(33)} ${numbers} ${start(extraTime ? 'yes' : 'no', 10)}\n`
  })
}
