import { setTimeout as sleep } from 'node:timers/promises'
import type { XenHost } from './xen-host.ts'

const SETTLE_MS = 2_000
/** How long each attempt watches. */
const ATTEMPTS_MS = [10_000, 30_000, 60_000]

/** What each domain got of one pCPU while it was watched, as fractions. */
export type CpuUse = Record<string, number>

/**
 * Lets every guest want all the CPU, and reads the host's own account of who got how much. Where
 * something else keeps this machine busy the emulated CPU stutters, and shares with it: what is not as
 * expected is measured anew, up to three times in all, each time for longer. That is said aloud.
 */
export async function measureCpuUse(
  host: XenHost,
  isExpected: (use: CpuUse) => boolean,
): Promise<CpuUse> {
  let use: CpuUse = {}
  await host.setHogs('on')
  for (const [at, milliseconds] of ATTEMPTS_MS.entries()) {
    await sleep(SETTLE_MS)
    const before = await host.cpuSeconds()
    await sleep(milliseconds)
    use = useBetween(before, await host.cpuSeconds())
    if (isExpected(use)) break
    const attempt = `attempt ${at + 1} of ${ATTEMPTS_MS.length}`
    console.log(`CPU shares are not as expected, ${attempt}: ${JSON.stringify(use)}`)
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
