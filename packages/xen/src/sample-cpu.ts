import { setTimeout as sleep } from 'node:timers/promises'
import { expectSuccess } from './check-answer.ts'
import type { HostCommand } from './host-command.ts'
import { HostError } from './host-error.ts'
import type { VCpuPlacement } from './host-inventory.ts'
import type { RemoteShell } from './remote-shell.ts'
import { type ListedCpupool, parseCpupoolList } from './xl/parse-cpupool-list.ts'
import { parseListCpupools } from './xl/parse-list.ts'
import { parseVCpuCounts, parseVCpuList } from './xl/parse-v-cpu-list.ts'

/** Means over the time between two readings, in pCPUs; 1 is one pCPU all the time. */
interface SampledCpupool {
  name: string
  pCpus: number
  idlePCpus: number
  /**
   * Number of vCPUs that were online and not blocked at the second reading, running or waiting. It
   * includes the vCPU that ran the query.
   */
  runnableVCpus: number
}

interface SampledDomain {
  name: string
  cpupool: string
  onlineVCpus: number
  usedPCpus: number
}

export interface CpuSample {
  /** Time between the two readings. */
  seconds: number
  cpupools: SampledCpupool[]
  domains: SampledDomain[]
}

/**
 * Measures how much of each cpupool is idle, from two readings of `xl vcpu-list`, whose CPU times
 * have a resolution of 0.1 s for each vCPU. A domain that starts or ends in between counts as idle.
 * The CPU time that the two readings themselves cost Domain-0 is part of the result.
 *
 * @throws HostError; AbortError
 */
export async function sampleCpu(
  shell: RemoteShell,
  windowSeconds: number,
  signal?: AbortSignal,
): Promise<CpuSample> {
  const listed = parseCpupoolList((await ask(shell, { verb: 'cpupool-list' })).text)
  const poolOf =
    listed.length > 1 ? parseListCpupools((await ask(shell, { verb: 'list-cpupools' })).text) : null
  const first = await readTimes(shell)
  await sleep(windowSeconds * 1000, undefined, signal ? { signal } : {})
  const second = await readTimes(shell)
  const seconds = second.at - first.at
  const domains = [...second.domains].map(([id, { name, vCpus }]) => ({
    name,
    cpupool: poolOf ? known(poolOf.get(id), name) : listed[0]!.name,
    onlineVCpus: vCpus.filter(isOnline).length,
    usedPCpus: usedSeconds(first.domains.get(id)?.vCpus ?? [], vCpus) / seconds,
    runnableVCpus: vCpus.filter(isRunnable).length,
  }))
  return {
    seconds,
    cpupools: listed.map((pool) => sampledPool(pool, domains)),
    domains: domains.map(({ runnableVCpus: _, ...domain }) => domain),
  }
}

function sampledPool(
  { name, pCpus }: ListedCpupool,
  domains: readonly (SampledDomain & { runnableVCpus: number })[],
): SampledCpupool {
  const members = domains.filter(({ cpupool }) => cpupool === name)
  const busy = members.reduce((sum, { usedPCpus }) => sum + usedPCpus, 0)
  const runnableVCpus = members.reduce((sum, each) => sum + each.runnableVCpus, 0)
  return { name, pCpus, idlePCpus: Math.max(0, pCpus - busy), runnableVCpus }
}

const isOnline = ({ pCpu }: VCpuPlacement) => pCpu !== null
const isRunnable = (vCpu: VCpuPlacement) => isOnline(vCpu) && vCpu.state[1] !== 'b'

function usedSeconds(before: readonly VCpuPlacement[], after: readonly VCpuPlacement[]): number {
  const earlier = new Map(before.map(({ vCpu, cpuTimeSeconds }) => [vCpu, cpuTimeSeconds]))
  return after.reduce((sum, { vCpu, cpuTimeSeconds }) => {
    const from = earlier.get(vCpu)
    return sum + (from === undefined ? 0 : Math.max(0, cpuTimeSeconds - from))
  }, 0)
}

/** Times by domain id, and when they were read: half-way between query and answer, in seconds. */
async function readTimes(shell: RemoteShell) {
  const { text, at } = await ask(shell, { verb: 'vcpu-list' })
  const names = new Map(parseVCpuCounts(text).map(({ id, name }) => [id, name]))
  const domains = new Map(
    [...parseVCpuList(text)].map(([id, vCpus]) => [id, { name: names.get(id)!, vCpus }]),
  )
  return { at, domains }
}

async function ask(shell: RemoteShell, command: HostCommand) {
  const before = performance.now()
  const answer = await shell.run(command)
  const at = (before + performance.now()) / 2000
  return { text: expectSuccess(answer, shell.commandLine(command)), at }
}

function known(cpupool: string | undefined, domain: string): string {
  if (cpupool !== undefined) return cpupool
  throw new HostError('unexpected-answer', `The host named no cpupool for ${domain}.`)
}
