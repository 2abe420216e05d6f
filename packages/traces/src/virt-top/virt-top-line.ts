import { parse } from 'csv-parse/sync'

/**
 * Where the values stand. The heading names the columns of one domain, which rows repeat for each
 * (csv_output.ml of virt-top).
 */
export interface VirtTopColumns {
  time: number
  pCpus: number
  /** The first column of the first domain, and how many each has. */
  domains: number
  width: number
  /** Within those of a domain. */
  name: number
  cpuNs: number
}

interface VirtTopDomain {
  name: string
  /** NaN where it is no number. */
  usedSeconds: number
}

/** Null for what is no heading of virt-top, or has no CPU time (`--no-csv-cpu`). */
export function readColumns(line: string): VirtTopColumns | null {
  if (!/^"?Hostname"?,"?Time"?,"?Arch"?,/.test(line)) return null
  const names = cellsOf(line)
  const domains = names.indexOf('Domain ID')
  const of = (name: string) => names.slice(domains).indexOf(name)
  if (domains < 0 || of('Domain name') < 0 || of('CPU (ns)') < 0) return null
  return {
    time: names.indexOf('Time'),
    pCpus: names.indexOf('Physical CPUs'),
    domains,
    width: names.length - domains,
    name: of('Domain name'),
    cpuNs: of('CPU (ns)'),
  }
}

export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  try {
    const [cells]: string[][] = parse(line, { relax_column_count: true, relax_quotes: true })
    return cells ?? []
  } catch {
    return []
  }
}

export function domainsIn(cells: readonly string[], columns: VirtTopColumns): VirtTopDomain[] {
  const found: VirtTopDomain[] = []
  for (let at = columns.domains; at + columns.width <= cells.length; at += columns.width)
    found.push({
      name: cells[at + columns.name]!,
      usedSeconds: Number(cells[at + columns.cpuNs] || Number.NaN) / 1e9,
    })
  return found
}
