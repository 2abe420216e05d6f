import { setTimeout as sleep } from 'node:timers/promises'
import { expectSuccess } from './check-answer.ts'
import type { HostCommand } from './host-command.ts'
import { HostError } from './host-error.ts'
import type { VcpuPlacement } from './host-inventory.ts'
import type { RemoteShell } from './remote-shell.ts'
import { type ListedCpupool, parseCpupoolList } from './xl/parse-cpupool-list.ts'
import { parseListCpupools } from './xl/parse-list.ts'
import { parseVcpuList, parseVcpuNames } from './xl/parse-vcpu-list.ts'

/** Means over the time between two readings, in pCPUs; 1 = one pCPU all the time. */
export interface SampledCpupool {
  name: string
  pcpus: number
  idlePcpus: number
  /** Online and not blocked at the second reading, running or waiting: the asking vCPU too. */
  runnableVcpus: number
}

export interface SampledDomain {
  name: string
  cpupool: string
  onlineVcpus: number
  usedPcpus: number
}

export interface CpuSample {
  /** Between the two readings. */
  seconds: number
  cpupools: SampledCpupool[]
  domains: SampledDomain[]
}

/**
 * Measures how much of each cpupool is idle: two readings of `xl vcpu-list`, whose CPU times have a
 * resolution of 0.1 s for each vCPU. A domain that starts or ends in between counts as idle. What the
 * two readings themselves cost Domain-0 is part of what they read.
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
  const domains = [...second.domains].map(([id, { name, vcpus }]) => ({
    name,
    cpupool: poolOf ? known(poolOf.get(id), name) : listed[0]!.name,
    onlineVcpus: vcpus.filter(isOnline).length,
    usedPcpus: usedSeconds(first.domains.get(id)?.vcpus ?? [], vcpus) / seconds,
    runnableVcpus: vcpus.filter(isRunnable).length,
  }))
  return {
    seconds,
    cpupools: listed.map((pool) => sampledPool(pool, domains)),
    domains: domains.map(({ runnableVcpus: _, ...domain }) => domain),
  }
}

function sampledPool(
  { name, pcpus }: ListedCpupool,
  domains: readonly (SampledDomain & { runnableVcpus: number })[],
): SampledCpupool {
  const members = domains.filter(({ cpupool }) => cpupool === name)
  const busy = members.reduce((sum, { usedPcpus }) => sum + usedPcpus, 0)
  const runnableVcpus = members.reduce((sum, each) => sum + each.runnableVcpus, 0)
  return { name, pcpus, idlePcpus: Math.max(0, pcpus - busy), runnableVcpus }
}

const isOnline = ({ pcpu }: VcpuPlacement) => pcpu !== null
const isRunnable = (vcpu: VcpuPlacement) => isOnline(vcpu) && vcpu.state[1] !== 'b'

function usedSeconds(before: readonly VcpuPlacement[], after: readonly VcpuPlacement[]): number {
  const earlier = new Map(before.map(({ vcpu, cpuTimeSeconds }) => [vcpu, cpuTimeSeconds]))
  return after.reduce((sum, { vcpu, cpuTimeSeconds }) => {
    const from = earlier.get(vcpu)
    return sum + (from === undefined ? 0 : Math.max(0, cpuTimeSeconds - from))
  }, 0)
}

/** Times by domain id, and when they were read: halfway between question and answer, in seconds. */
async function readTimes(shell: RemoteShell) {
  const { text, at } = await ask(shell, { verb: 'vcpu-list' })
  const names = parseVcpuNames(text)
  const domains = new Map(
    [...parseVcpuList(text)].map(([id, vcpus]) => [id, { name: names.get(id)!, vcpus }]),
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
