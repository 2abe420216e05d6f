import { setTimeout as sleep } from 'node:timers/promises'
import type { XenHost } from './xen-host.ts'

const SETTLE_MS = 2_000
/** Duration of each attempt in milliseconds. */
const ATTEMPTS_MS = [10_000, 30_000, 60_000]

/** Fraction of one pCPU that each domain used during the measurement. */
export type CpuUse = Record<string, number>

/**
 * Gives every guest as much work as it can do and reads the host's own accounting of CPU time. When
 * this machine is busy with other work, the emulated CPU stutters and the shares are off. An
 * unexpected result is therefore measured again, up to three times in all, each time for longer and
 * with a message.
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
  // The only pCPU is never idle, so the CPU time of all domains is the elapsed time.
  const total = used.reduce((sum, [, seconds]) => sum + seconds, 0)
  return Object.fromEntries(used.map(([name, seconds]) => [name, seconds / total]))
}

/** Each domain's fraction of the CPU time of these domains. */
export function sharesAmong(use: CpuUse, names: string[]): Record<string, number> {
  const total = names.reduce((sum, name) => sum + use[name]!, 0)
  return Object.fromEntries(names.map((name) => [name, use[name]! / total]))
}
