import { setTimeout as sleep } from 'node:timers/promises'
import type { XenHost } from './xen-host.ts'

const SETTLE_MS = 2_000
const MEASURE_MS = 20_000

/** What each domain got of one pCPU while it was watched, as fractions. */
export type CpuUse = Record<string, number>

/** Lets every guest want all the CPU, and reads the host's own account of who got how much. */
export async function measureCpuUse(host: XenHost): Promise<CpuUse> {
  await host.setHogs('on')
  await sleep(SETTLE_MS)
  const before = await host.cpuSeconds()
  await sleep(MEASURE_MS)
  const after = await host.cpuSeconds()
  await host.setHogs('off')
  const used = Object.keys(after).map((name) => [name, after[name]! - before[name]!] as const)
  // One pCPU that is never idle: what all used together is the time that passed.
  const total = used.reduce((sum, [, seconds]) => sum + seconds, 0)
  return Object.fromEntries(used.map(([name, seconds]) => [name, seconds / total]))
}

/** Each domain's part of what these domains got together. */
export function sharesAmong(use: CpuUse, names: string[]): Record<string, number> {
  const total = names.reduce((sum, name) => sum + use[name]!, 0)
  return Object.fromEntries(names.map((name) => [name, use[name]! / total]))
}
