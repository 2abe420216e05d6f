import { setTimeout as sleep } from 'node:timers/promises'
import type { XenHost } from './xen-host.ts'

const SETTLE_MS = 2_000
const ROUND_MS = 20_000
const ROUNDS = 4

/** What each domain got of one pCPU while it was watched, as fractions. */
export type CpuUse = Record<string, number>

/**
 * Lets every guest want all the CPU, and reads the host's own account of who got how much. Where
 * this machine is busy the emulated CPU stutters, so it goes on watching, up to four times as long,
 * until the use since the beginning is as expected.
 */
export async function measureCpuUse(
  host: XenHost,
  isExpected: (use: CpuUse) => boolean,
): Promise<CpuUse> {
  await host.setHogs('on')
  await sleep(SETTLE_MS)
  const before = await host.cpuSeconds()
  let use: CpuUse = {}
  for (let round = 1; round <= ROUNDS; round += 1) {
    await sleep(ROUND_MS)
    use = useBetween(before, await host.cpuSeconds())
    if (isExpected(use)) break
  }
  await host.setHogs('off')
  return use
}

function useBetween(before: Record<string, number>, after: Record<string, number>): CpuUse {
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
