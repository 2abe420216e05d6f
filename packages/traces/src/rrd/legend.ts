/** Which columns hold the CPU use of the vCPUs of which domain. */
interface RrdDomain {
  uuid: string
  columns: number[]
}

export interface Legend {
  domains: RrdDomain[]
  columns: number
  /** Domains of which there is only the mean over their vCPUs, or only the extremes. */
  unusable: number
}

const ENTRY = /^(AVERAGE|MIN|MAX|LAST):vm:([0-9a-f-]{36}):(.+)$/i
/** Share of one pCPU that a vCPU used (`cpu0`, `cpu1`, ... in xcp-rrdd). */
const V_CPU = /^cpu\d{1,4}$/

/** Whether a text may be an entry of a legend: `CF:vm|host|sr:uuid:name`. */
export function isEntry(text: string): boolean {
  return /^\s*"?(?:AVERAGE|MIN|MAX|LAST):(?:vm|host|sr):[0-9a-f-]{36}:/i.test(text)
}

/** @param entries the legend of all columns but that of the time */
export function readLegend(entries: readonly string[]): Legend {
  const mean = new Map<string, number[]>()
  const other = new Set<string>()
  for (const [column, entry] of entries.entries()) {
    const match = ENTRY.exec(entry.trim())
    if (!match) continue
    const [, cf, uuid, name] = match as unknown as [string, string, string, string]
    const key = uuid.toLowerCase()
    if (cf.toUpperCase() === 'AVERAGE' && V_CPU.test(name)) {
      const columns = mean.get(key)
      if (columns) columns.push(column)
      else mean.set(key, [column])
    } else if (V_CPU.test(name) || name === 'cpu_usage') other.add(key)
  }
  return {
    domains: [...mean].map(([uuid, columns]) => ({ uuid, columns })),
    columns: entries.length,
    unusable: [...other].filter((uuid) => !mean.has(uuid)).length,
  }
}
