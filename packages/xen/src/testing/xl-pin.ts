import type { CommandAnswer } from '../remote-shell.ts'
import { affinityTo, allowedPcpus, parsePcpuList } from '../xl/pcpu-list.ts'
import { allPcpus, type DoubleHost } from './double-state.ts'
import { failWith, succeed } from './xl-sched.ts'

/** `xl vcpu-pin DOM VCPU|all HARD [SOFT]`, as Xen 4.17 answers; soft affinities are not kept. */
export function pinVcpus(host: DoubleHost, [d, which, hard]: string[]): CommandAnswer {
  const domain = host.domains.find(({ id, name }) => String(id) === d || name === d)
  if (domain === undefined) return failWith(1, 'Could not get domain info')
  const all = allPcpus(host)
  const { pcpus } = host.cpupools.find((pool) => pool.name === domain.cpupool)!
  const wanted = hard === 'all' ? all : parsePcpuList(hard ?? '')
  if (wanted === null) return failWith(1, `Error: Invalid hard affinity: ${hard}.`)
  const vcpus = which === 'all' ? [...Array(domain.vcpus).keys()] : [Number(which)]
  const affinity = affinityTo(wanted, all.length)
  for (const vcpu of vcpus) {
    if (vcpu >= domain.vcpus || allowedPcpus(affinity, pcpus)!.length === 0) {
      return notPinned(domain.id, vcpu, which === 'all')
    }
    domain.affinity = { ...domain.affinity, [vcpu]: affinity }
  }
  return succeed()
}

/** Of all vCPUs at once, the exit code says nothing. */
function notPinned(id: number, vcpu: number, all: boolean): CommandAnswer {
  const why = `libxl: error: libxl_sched.c:62:libxl__set_vcpuaffinity: Domain ${id}:Setting vcpu affinity: Invalid argument\n`
  if (!all) return failWith(1, `${why}Could not set affinity for vcpu \`${vcpu}'.`)
  const which = `libxl: warning: libxl_sched.c:124:libxl_set_vcpuaffinity_all: Domain ${id}:Failed to set affinity for ${vcpu}\n`
  return failWith(0, `${why}${which}Could not set affinity.`)
}
