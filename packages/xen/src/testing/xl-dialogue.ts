import type { CommandAnswer } from '../remote-shell.ts'
import { allowedPCpus } from '../xl/p-cpu-list.ts'
import { vCpuState, vCpuTimes } from './cpu-load.ts'
import { allPCpus, type DoubleDomain, type DoubleHost } from './double-state.ts'
import { pinVCpus } from './xl-pin.ts'
import { changeCpupools } from './xl-pools.ts'
import { schedRtds } from './xl-rtds.ts'
import { failWith, schedCommand, succeed } from './xl-sched.ts'

/**
 * Answers one `xl` command line as Xen 4.17.7 does. Its test compares it with the recorded
 * dialogues.
 */
export function answerXl(host: DoubleHost, words: string[]): CommandAnswer {
  const [verb, ...rest] = words
  switch (verb) {
    case 'info':
      return succeed(info(host))
    case 'list':
      return list(host, rest)
    case 'cpupool-list':
      return succeed(cpupoolList(host, rest[0] === '-c'))
    case 'vcpu-list':
      return succeed(vCpuList(host, rest[0]))
    case 'vcpu-pin':
      return pinVCpus(host, rest)
    case 'sched-credit':
      return schedCommand(host, 'credit', rest)
    case 'sched-credit2':
      return schedCommand(host, 'credit2', rest)
    case 'cpupool-cpu-remove':
    case 'cpupool-cpu-add':
    case 'cpupool-create':
    case 'cpupool-destroy':
    case 'cpupool-migrate':
      return changeCpupools(host, verb, rest)
    case 'sched-rtds':
      return schedRtds(host, rest)
    case '-N':
      return failWith(1, 'command does not implement -N (dryrun) option')
    default:
      return failWith(1, 'command not implemented')
  }
}

/** The message of every xl command to an account without access to the hypervisor. */
export const NOT_ROOT = failWith(
  1,
  'xencall: error: Could not obtain handle on privileged command interface: Permission denied\n' +
    'libxl: error: libxl.c:102:libxl_ctx_alloc: cannot open libxc handle: Permission denied\n' +
    'cannot init xl context',
)

const start = (value: number | string, width: number) => String(value).padStart(width)

function info(host: DoubleHost): string {
  const scheduler = host.cpupools[0]!.scheduler
  const pCpus = allPCpus(host).length
  return `host                   : xen0
release                : 6.1.0-56-amd64
version                : #1 SMP PREEMPT_DYNAMIC Debian 6.1.192-2 (2026-11-16)
machine                : x86_64
nr_cpus                : ${pCpus}
max_cpu_id             : ${pCpus - 1}
nr_nodes               : 1
cores_per_socket       : ${pCpus}
threads_per_core       : 1
cpu_mhz                : 2599.998
hw_caps                : 0fcbf3fd:f6d8320b:ec500800:00000075:00000005:018843a9:0000020c:00000000
virt_caps              : pv hvm hap gnttab-v1 gnttab-v2
total_memory           : 2047
free_memory            : ${host.freeMemoryMb ?? 616}
sharing_freed_memory   : 0
sharing_used_memory    : 0
outstanding_claims     : 0
free_cpus              : 0
xen_major              : 4
xen_minor              : 17
xen_extra              : .7
xen_version            : 4.17.7
xen_caps               : xen-3.0-x86_64 hvm-3.0-x86_32 hvm-3.0-x86_32p hvm-3.0-x86_64 ${''}
xen_scheduler          : ${scheduler}
xen_pagesize           : 4096
platform_params        : virt_start=0xffff800000000000
xen_changeset          : ${''}
xen_commandline        : sched=${scheduler} dom0_mem=640M,max:640M dom0_max_vcpus=1 dom0_vcpus_pin=1 com1=115200,8n1 console=com1 loglvl=info noreboot spec-ctrl=no ${''}
cc_compiler            : x86_64-linux-gnu-gcc (Debian 12.2.0-14+deb12u1) 12.2.0
cc_compile_by          : pkg-xen-devel
cc_compile_domain      : lists.alioth.debian.org
cc_compile_date        : Wed Nov  4 16:52:28 UTC 2026
build_id               : 151b373fd64b321593bf987fd923cd10dabadac4
xend_config_format     : 4
`
}

const LIST_HEADER = 'Name                                        ID   Mem VCPUs\tState\tTime(s)'
const LIST_FORMS: Record<string, { header: string; column: (domain: DoubleDomain) => string }> = {
  '': { header: '', column: () => '' },
  '-v': {
    header: '   UUID                            Reason-Code\tSecurity Label',
    column: ({ uuid }) => ` ${uuid} ${start('-', 8)} ${start('-', 16)}`,
  },
  '-n': { header: ' NODE Affinity', column: () => ' all' },
  '-c': { header: '         Cpupool', column: ({ cpupool }) => start(cpupool, 16) },
}

function list(host: DoubleHost, [argument = '']: string[]): CommandAnswer {
  const form = LIST_FORMS[argument] ?? LIST_FORMS['']!
  const named = argument !== '' && !(argument in LIST_FORMS)
  const domains = host.domains.filter((domain) => !named || domain.name === argument)
  if (domains.length === 0) {
    return failWith(1, `${argument} is an invalid domain identifier (rc=-6)`)
  }
  const rows = domains.map((domain) => {
    const numbers = `${start(domain.id, 5)} ${start(domain.memoryMb, 5)} ${start(domain.vCpus, 5)}`
    const time = start(domain.cpuTimeSeconds.toFixed(1), 8)
    return `${domain.name.padEnd(40)} ${numbers}     ${domain.state}  ${time}${form.column(domain)}`
  })
  return succeed(`${[LIST_HEADER + form.header, ...rows].join('\n')}\n`)
}

function cpupoolList({ cpupools, domains }: DoubleHost, pCpusOnly: boolean): string {
  if (pCpusOnly) {
    const rows = cpupools.map((pool) => `${pool.name.padEnd(19)}${pool.pCpus.join(',')}`)
    return `${['Name               CPU list', ...rows].join('\n')}\n`
  }
  const rows = cpupools.map((pool) => {
    const count = domains.filter((domain) => domain.cpupool === pool.name).length
    const sched = start(pool.scheduler, 9)
    return `${pool.name.padEnd(19)}${start(pool.pCpus.length, 3)} ${sched}       y       ${start(count, 4)}`
  })
  return `${['Name               CPUs   Sched     Active   Domain count', ...rows].join('\n')}\n`
}

function vCpuList({ cpupools, domains }: DoubleHost, only: string | undefined): string {
  const rows = domains
    .filter((domain) => only === undefined || domain.name === only)
    .flatMap((domain) =>
      Array.from({ length: domain.vCpus }, (_, vCpu) => {
        const pCpus = cpupools.find((pool) => pool.name === domain.cpupool)!.pCpus
        const affinity = domain.affinity?.[vCpu] ?? 'all'
        const allowed = allowedPCpus(affinity, pCpus)!
        const pCpu = allowed[vCpu % allowed.length]!
        const numbers = `${start(domain.id, 5)} ${start(vCpu, 5)} ${start(pCpu, 4)}`
        const time = start(vCpuTimes(domain)[vCpu]!.toFixed(1), 9)
        const name = domain.name.padEnd(32)
        return `${name} ${numbers}   ${vCpuState(domain, vCpu)} ${time}  ${affinity} / all`
      }),
    )
  const header =
    'Name                                ID  VCPU   CPU State   Time(s) Affinity (Hard / Soft)'
  return `${[header, ...rows].join('\n')}\n`
}
