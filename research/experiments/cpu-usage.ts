/** Run on Domain-0, prints what `readCpuUsage` reads. */
export const SHOW_CPU_USAGE = 'cat /proc/uptime; xl list'

/** CPU seconds that each domain has used so far, and when, by the clock of the host. */
export interface CpuUsage {
  upSeconds: number
  used: ReadonlyMap<string, number>
}

export function readCpuUsage(said: string): CpuUsage {
  const rows = said.matchAll(/^(\S+) .* (\d+\.\d)$/gm)
  return {
    upSeconds: Number.parseFloat(/^(\d+\.\d+) \d+\.\d+$/m.exec(said)![1]!),
    used: new Map([...rows].map(([, name, seconds]) => [name!, Number(seconds)])),
  }
}

/** CPU seconds per second of a domain between two readings; exact to 0.1 s of CPU time. */
export function cpuShare(name: string, from: CpuUsage, to: CpuUsage): number {
  return (to.used.get(name)! - from.used.get(name)!) / (to.upSeconds - from.upSeconds)
}
