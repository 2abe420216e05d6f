import type { Affinity } from '../host-inventory.ts'

const PCPU_LIST = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/

/** Whether it is a list of pCPUs as xl reads and prints it; the gate allows no other. */
export function isPCpuList(text: unknown): text is string {
  return typeof text === 'string' && PCPU_LIST.test(text)
}

export function isAffinity(text: unknown): text is Affinity {
  return text === 'all' || isPCpuList(text)
}

/** `0-2,5` -> 0, 1, 2, 5. Null when it is not such a list, or a range of it runs backwards. */
export function parsePCpuList(text: string): number[] | null {
  if (!isPCpuList(text)) return null
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    if (last < first) return null
    for (let pCpu = first; pCpu <= last; pCpu += 1) numbers.add(pCpu)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** 0, 1, 2, 5 -> `0-2,5`, as xl prints it. */
export function formatPCpuList(pCpus: readonly number[]): string {
  const parts: [number, number][] = []
  for (const pCpu of [...new Set(pCpus)].sort((a, b) => a - b)) {
    const last = parts.at(-1)
    if (last && last[1] === pCpu - 1) last[1] = pCpu
    else parts.push([pCpu, pCpu])
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

/**
 * The affinity to these pCPUs as xl prints it: `all` when every pCPU of the host is among them. xl
 * considers pCPU numbers from 0 up to the number of pCPUs.
 */
export function affinityTo(pCpus: readonly number[], hostPCpus: number): Affinity {
  const there = new Set(pCpus)
  const hasAll = Array.from({ length: hostPCpus }, (_, pCpu) => pCpu).every((p) => there.has(p))
  return hasAll ? 'all' : formatPCpuList(pCpus)
}

/** The pCPUs of `among` that an affinity allows. Null when it cannot be parsed. */
export function allowedPCpus(affinity: Affinity, among: readonly number[]): number[] | null {
  if (affinity === 'all') return [...among]
  const named = parsePCpuList(affinity)
  return named && among.filter((pCpu) => named.includes(pCpu))
}
