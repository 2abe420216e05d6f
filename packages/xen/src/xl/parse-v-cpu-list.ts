import type { VCpuPlacement } from '../host-inventory.ts'
import { type NamedDomain, type TableForm, tableRows } from './rows.ts'

export const vCpuListForm: TableForm = {
  header: /^Name\s+ID\s+VCPU\s+CPU\s+State\s+Time\(s\)\s+Affinity \(Hard \/ Soft\)$/,
  row: /^(.*)\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,5}|-)\s+([a-z-]{3})\s+(\d{1,12}\.\d)\s+(\S+) \/ (\S+)$/,
}

/** Before Xen 4.5, of xl and xm. */
export const oldVCpuListForm: TableForm = {
  header: /^Name\s+ID\s+VCPU\s+CPU\s+State\s+Time\(s\)\s+CPU Affinity$/,
  row: /^(.*)\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,5}|-)\s+([a-z-]{3})\s+(\d{1,12}\.\d)\s+(any cpu|all|none|[\d,^-]+)$/,
}

const WHAT = 'the output of `xl vcpu-list`'

/** The domains in `xl vcpu-list`. Offline vCPUs do not count, as in the column of `xl list`. */
export function parseVCpuCounts(text: string, form = vCpuListForm): NamedDomain[] {
  const counts = new Map<number, NamedDomain>()
  for (const row of tableRows(text, WHAT, form)) {
    const id = Number(row[2])
    const domain = counts.get(id) ?? { id, name: row[1]!.trimEnd(), vCpus: 0 }
    if (row[4] !== '-') domain.vCpus++
    counts.set(id, domain)
  }
  return [...counts.values()]
}

/** Parses `xl vcpu-list`: domain id -> its vCPUs. An offline vCPU has a dash for its pCPU. */
export function parseVCpuList(text: string): Map<number, VCpuPlacement[]> {
  const placement = new Map<number, VCpuPlacement[]>()
  for (const row of tableRows(text, WHAT, vCpuListForm)) {
    const id = Number(row[2])
    const vCpus = placement.get(id) ?? []
    vCpus.push({
      vCpu: Number(row[3]),
      pCpu: row[4] === '-' ? null : Number(row[4]),
      state: row[5]!,
      cpuTimeSeconds: Number(row[6]),
      hardAffinity: row[7]!,
      softAffinity: row[8]!,
    })
    placement.set(id, vCpus)
  }
  return placement
}
