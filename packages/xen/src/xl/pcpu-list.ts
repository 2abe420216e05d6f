import type { Affinity } from '../host-inventory.ts'

const PCPU_LIST = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/

/** Whether it is a list of pCPUs as xl reads and prints it; the gate lets pass no other. */
export function isPcpuList(text: unknown): text is string {
  return typeof text === 'string' && PCPU_LIST.test(text)
}

export function isAffinity(text: unknown): text is Affinity {
  return text === 'all' || isPcpuList(text)
}

/** `0-2,5` -> 0, 1, 2, 5; null where it is no such list, or a range of it runs backwards. */
export function parsePcpuList(text: string): number[] | null {
  if (!isPcpuList(text)) return null
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    if (last < first) return null
    for (let pcpu = first; pcpu <= last; pcpu += 1) numbers.add(pcpu)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** 0, 1, 2, 5 -> `0-2,5`, as xl prints it. */
export function formatPcpuList(pcpus: readonly number[]): string {
  const parts: [number, number][] = []
  for (const pcpu of [...new Set(pcpus)].sort((a, b) => a - b)) {
    const last = parts.at(-1)
    if (last && last[1] === pcpu - 1) last[1] = pcpu
    else parts.push([pcpu, pcpu])
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

/**
 * The affinity to these pCPUs as xl prints it: `all` where every pCPU of the host is among them.
 * xl looks at as many pCPUs as there are, from 0.
 */
export function affinityTo(pcpus: readonly number[], hostPcpus: number): Affinity {
  const there = new Set(pcpus)
  const hasAll = Array.from({ length: hostPcpus }, (_, pcpu) => pcpu).every((p) => there.has(p))
  return hasAll ? 'all' : formatPcpuList(pcpus)
}

/** The pCPUs of `among` that an affinity allows; null where it is not understood. */
export function allowedPcpus(affinity: Affinity, among: readonly number[]): number[] | null {
  if (affinity === 'all') return [...among]
  const named = parsePcpuList(affinity)
  return named && among.filter((pcpu) => named.includes(pcpu))
}
