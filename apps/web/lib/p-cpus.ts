/**
 * Parses "0-2,5" as 0, 1, 2, 5 and keeps "all". Null for anything else, such as a descending range.
 */
export function readPCpus(text: string): number[] | 'all' | null {
  const trimmed = text.replaceAll(/\s/g, '')
  if (trimmed === 'all') return 'all'
  if (!/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/.test(trimmed)) return null
  const pCpus = new Set<number>()
  for (const part of trimmed.split(',')) {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    if (last < first) return null
    for (let each = first; each <= last; each += 1) pCpus.add(each)
  }
  return [...pCpus].sort((a, b) => a - b)
}

/** Formats 0, 1, 2, 5 as "0-2,5". */
export function formatPCpus(pCpus: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const each of [...pCpus].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] >= each - 1) last[1] = each
    else ranges.push([each, each])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')
}

/**
 * Says where vCPUs may run: "all pCPUs", "pCPU 0", "pCPUs 0-1", or a list by vCPU where they
 * differ.
 */
export function affinityWords(affinity: readonly string[] | null | undefined): string {
  if (!affinity || affinity.length === 0) return 'unknown pCPUs'
  if (affinity.length > 1) return `pCPUs ${affinity.join(' / ')}`
  const [pCpus = ''] = affinity
  if (pCpus === 'all') return 'all pCPUs'
  return /[-,]/.test(pCpus) ? `pCPUs ${pCpus}` : `pCPU ${pCpus}`
}
