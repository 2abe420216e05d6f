import type { CommandAnswer } from '../remote-shell.ts'
import { affinityTo, allowedPcpus, parsePcpuList } from '../xl/pcpu-list.ts'
import type { DoubleHost } from './double-state.ts'
import { failWith, succeed } from './xl-sched.ts'

/** `xl vcpu-pin DOM VCPU|all HARD [SOFT]`, as Xen 4.17 answers; soft affinities are not kept. */
export function pinVcpus(host: DoubleHost, [d, which, hard]: string[]): CommandAnswer {
  const domain = host.domains.find(({ id, name }) => String(id) === d || name === d)
  if (domain === undefined) return failWith(1, `${d} is an invalid domain identifier (rc=-6)`)
  const all = host.cpupools.flatMap((pool) => pool.pcpus).sort((a, b) => a - b)
  const { pcpus } = host.cpupools.find((pool) => pool.name === domain.cpupool)!
  const wanted = hard === 'all' ? all : parsePcpuList(hard ?? '')
  if (wanted === null) return failWith(1, `Error: Invalid hard affinity: ${hard}.`)
  const vcpus = which === 'all' ? [...Array(domain.vcpus).keys()] : [Number(which)]
  const affinity = affinityTo(wanted, all.length)
  for (const vcpu of vcpus) {
    if (vcpu >= domain.vcpus || allowedPcpus(affinity, pcpus)!.length === 0) {
      return failWith(
        1,
        `libxl: error: libxl_sched.c:62:libxl__set_vcpuaffinity: Domain ${domain.id}:Setting vcpu affinity: Invalid argument\n` +
          `Could not set affinity for vcpu \`${vcpu}'.`,
      )
    }
    domain.affinity = { ...domain.affinity, [vcpu]: affinity }
  }
  return succeed()
}
