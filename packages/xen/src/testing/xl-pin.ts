import type { CommandAnswer } from '../remote-shell.ts'
import { affinityTo, allowedPCpus, parsePCpuList } from '../xl/p-cpu-list.ts'
import { allPCpus, type DoubleHost } from './double-state.ts'
import { failWith, succeed } from './xl-sched.ts'

/** `xl vcpu-pin DOM VCPU|all HARD [SOFT]`, as Xen 4.17 answers; soft affinities are not kept. */
export function pinVCpus(host: DoubleHost, [d, which, hard]: string[]): CommandAnswer {
  const domain = host.domains.find(({ id, name }) => String(id) === d || name === d)
  if (domain === undefined) return failWith(1, 'Could not get domain info')
  const all = allPCpus(host)
  const { pCpus } = host.cpupools.find((pool) => pool.name === domain.cpupool)!
  const wanted = hard === 'all' ? all : parsePCpuList(hard ?? '')
  if (wanted === null) return failWith(1, `Error: Invalid hard affinity: ${hard}.`)
  const vCpus = which === 'all' ? [...Array(domain.vCpus).keys()] : [Number(which)]
  const affinity = affinityTo(wanted, all.length)
  for (const vCpu of vCpus) {
    if (vCpu >= domain.vCpus || allowedPCpus(affinity, pCpus)!.length === 0) {
      return notPinned(domain.id, vCpu, which === 'all')
    }
    domain.affinity = { ...domain.affinity, [vCpu]: affinity }
  }
  return succeed()
}

/** For all vCPUs at once, the exit code does not show the failure. */
function notPinned(id: number, vCpu: number, all: boolean): CommandAnswer {
  const why = `libxl: error: libxl_sched.c:62:libxl__set_vcpuaffinity: Domain ${id}:Setting vcpu affinity: Invalid argument\n`
  if (!all) return failWith(1, `${why}Could not set affinity for vcpu \`${vCpu}'.`)
  const which = `libxl: warning: libxl_sched.c:124:libxl_set_vcpuaffinity_all: Domain ${id}:Failed to set affinity for ${vCpu}\n`
  return failWith(0, `${why}${which}Could not set affinity.`)
}
