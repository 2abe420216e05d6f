/** Which columns hold the CPU use of the vCPUs of which domain. */
interface RrdDomain {
  uuid: string
  columns: number[]
  /** The column of its memory, of which a domain that is there never has none. */
  memory: number | null
}

/** An entry of a legend: what one column holds. */
export interface LegendEntry {
  consolidation: 'AVERAGE' | 'MIN' | 'MAX' | 'LAST'
  kind: 'vm' | 'host' | 'sr'
  /** In lower case. */
  uuid: string
  /** The data source, such as `cpu0` or `runstate_blocked`. */
  name: string
}

export interface Legend {
  domains: RrdDomain[]
  columns: number
  /** Domains of which there is only the mean over their vCPUs, or only the extremes. */
  unusable: number
}

const ENTRY = /^(AVERAGE|MIN|MAX|LAST):(vm|host|sr):([0-9a-f-]{36}):(.+)$/i
/** Share of one pCPU that a vCPU used (`cpu0`, `cpu1`, ... in xcp-rrdd). */
const V_CPU = /^cpu\d{1,4}$/

/** Whether a text may be an entry of a legend: `CF:vm|host|sr:uuid:name`. */
export function isEntry(text: string): boolean {
  return /^\s*"?(?:AVERAGE|MIN|MAX|LAST):(?:vm|host|sr):[0-9a-f-]{36}:/i.test(text)
}

/** Null for what is no entry. */
export function readEntry(text: string): LegendEntry | null {
  const match = ENTRY.exec(text.trim())
  if (!match) return null
  const [, cf, kind, uuid, name] = match as unknown as [string, string, string, string, string]
  return {
    consolidation: cf.toUpperCase() as LegendEntry['consolidation'],
    kind: kind.toLowerCase() as LegendEntry['kind'],
    uuid: uuid.toLowerCase(),
    name,
  }
}

/** @param entries the legend of all columns but that of the time */
export function readLegend(entries: readonly string[]): Legend {
  const mean = new Map<string, number[]>()
  const memory = new Map<string, number>()
  const other = new Set<string>()
  for (const [column, text] of entries.entries()) {
    const entry = readEntry(text)
    if (entry?.kind !== 'vm') continue
    const { consolidation, uuid, name } = entry
    if (consolidation === 'AVERAGE' && V_CPU.test(name)) {
      const columns = mean.get(uuid)
      if (columns) columns.push(column)
      else mean.set(uuid, [column])
    } else if (consolidation === 'AVERAGE' && name === 'memory') memory.set(uuid, column)
    else if (V_CPU.test(name) || name === 'cpu_usage') other.add(uuid)
  }
  return {
    domains: [...mean].map(([uuid, columns]) => ({
      uuid,
      columns,
      memory: memory.get(uuid) ?? null,
    })),
    columns: entries.length,
    unusable: [...other].filter((uuid) => !mean.has(uuid)).length,
  }
}
