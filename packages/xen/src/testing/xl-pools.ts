import type { CommandAnswer } from '../remote-shell.ts'
import { allowedPCpus, parsePCpuList } from '../xl/p-cpu-list.ts'
import type { DoubleCpupool, DoubleHost } from './double-state.ts'
import { DEFAULT } from './xl-rtds.ts'
import { failWith, succeed } from './xl-sched.ts'

/** The commands that make cpupools and move domains between them, as Xen 4.17 answers. */
export function changeCpupools(host: DoubleHost, verb: string, words: string[]): CommandAnswer {
  switch (verb) {
    case 'cpupool-cpu-remove':
      return movePCpus(host, words, false)
    case 'cpupool-cpu-add':
      return movePCpus(host, words, true)
    case 'cpupool-create':
      return createPool(host, words)
    case 'cpupool-destroy':
      return destroyPool(host, words[0])
    default:
      return migrate(host, words)
  }
}

const poolOf = (host: DoubleHost, name: string | undefined) =>
  host.cpupools.find((pool) => pool.name === name)

function movePCpus(host: DoubleHost, [name, list]: string[], add: boolean): CommandAnswer {
  const pool = poolOf(host, name)
  const pCpus = parsePCpuList(list ?? '')
  if (!pool || !pCpus) return failWith(1, `unknown cpupool '${name}'`)
  const free = host.freePCpus ?? []
  const from = add ? free : pool.pCpus
  const wrong = pCpus.find((pCpu) => !from.includes(pCpu))
  const moved = pCpus.filter((pCpu) => from.includes(pCpu))
  const joined = (there: number[]) => [...there, ...moved].sort((a, b) => a - b)
  const rest = (there: number[]) => there.filter((pCpu) => !moved.includes(pCpu))
  pool.pCpus = add ? joined(pool.pCpus) : rest(pool.pCpus)
  host.freePCpus = add ? rest(free) : joined(free)
  if (!add) breakAffinities(host, pool)
  return wrong === undefined ? succeed() : notMoved(wrong, pool, add)
}

/** vCPUs that are left without a pCPU may run on all of them from then on. */
function breakAffinities(host: DoubleHost, { name, pCpus }: DoubleCpupool): void {
  for (const { cpupool, affinity = {} } of host.domains) {
    if (cpupool !== name) continue
    for (const [vCpu, of] of Object.entries(affinity)) {
      if (allowedPCpus(of, pCpus)?.length === 0) affinity[Number(vCpu)] = 'all'
    }
  }
}

/** Whatever can be moved is moved, and the exit code does not show the failure. */
function notMoved(pCpu: number, { name }: DoubleCpupool, add: boolean): CommandAnswer {
  if (add) {
    return failWith(
      0,
      `libxl: error: libxl_cpupool.c:302:libxl_cpupool_cpuadd: Error moving cpu ${pCpu} to cpupool: No such device\n` +
        `some cpus may not have been added to ${name}`,
    )
  }
  return failWith(
    0,
    `libxl: error: libxl_cpupool.c:365:libxl_cpupool_cpuremove: Error removing cpu ${pCpu} from cpupool: Invalid argument\n` +
      `Some cpus may have not or only partially been removed from '${name}'.\n` +
      `If a cpu can't be added to another cpupool, add it to '${name}' again and retry.`,
  )
}

function createPool(host: DoubleHost, words: string[]): CommandAnswer {
  const settings = Object.fromEntries(
    words.map((word) => /^(\w+)="([^"]*)"$/.exec(word)?.slice(1) ?? ['', '']),
  )
  const { name, sched: scheduler, cpus } = settings
  const pCpus = parsePCpuList(cpus ?? '')
  if (!name || !scheduler || !pCpus)
    return failWith(1, 'Failed to parse config file: Invalid argument')
  if (poolOf(host, name)) return failWith(1, `Pool name "${name}" already exists`)
  const free = host.freePCpus ?? []
  const taken = pCpus.find((pCpu) => !free.includes(pCpu))
  if (taken !== undefined) return failWith(1, `cpu ${taken} illegal or not free`)
  const said = `Using config file "command line"\ncpupool name:   ${name}\nscheduler:      ${scheduler}\nnumber of cpus: ${pCpus.length}\n`
  if (host.withoutSchedulers?.includes(scheduler)) {
    const why = 'libxl: error: libxl_cpupool.c:157:libxl_cpupool_create: Could not create cpupool'
    return failWith(1, `${why}\nerror on creating cpupool`, said)
  }
  host.cpupools.push({ name, pCpus, scheduler, timeSliceMs: 30, rateLimitUs: 1000 })
  host.freePCpus = free.filter((pCpu) => !pCpus.includes(pCpu))
  return succeed(said)
}

function destroyPool(host: DoubleHost, name: string | undefined): CommandAnswer {
  const pool = poolOf(host, name)
  if (!pool) return failWith(1, `unknown cpupool '${name}'`)
  if (host.domains.some(({ cpupool }) => cpupool === name)) {
    return failWith(1, `Can't destroy cpupool '${name}'`)
  }
  host.cpupools.splice(host.cpupools.indexOf(pool), 1)
  host.freePCpus = [...(host.freePCpus ?? []), ...pool.pCpus].sort((a, b) => a - b)
  return succeed()
}

/** A domain takes the defaults of the cpupool that it enters. */
function migrate(host: DoubleHost, [d, name]: string[]): CommandAnswer {
  const domain = host.domains.find(({ id, name: called }) => String(id) === d || called === d)
  const pool = poolOf(host, name)
  if (!domain) return failWith(1, `unknown domain '${d}'`)
  if (!pool) return failWith(1, `unknown cpupool '${name}'`)
  if (domain.id === 0) {
    return failWith(
      1,
      'libxl: error: libxl_cpupool.c:437:libxl_cpupool_movedomain: Error moving domain to cpupool',
    )
  }
  delete domain.affinity
  delete domain.reservation
  Object.assign(domain, { cpupool: pool.name, weight: 256, cap: 0 })
  if (pool.scheduler === 'rtds') {
    domain.reservation = DEFAULT
  }
  return succeed()
}
