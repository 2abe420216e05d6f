import type { VcpuPlacement } from '../host-inventory.ts'
import { type TableForm, tableRows } from './rows.ts'

export const vcpuListForm: TableForm = {
  header: /^Name\s+ID\s+VCPU\s+CPU\s+State\s+Time\(s\)\s+Affinity \(Hard \/ Soft\)$/,
  row: /^(.*)\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,5}|-)\s+([a-z-]{3})\s+(\d{1,12}\.\d)\s+(\S+) \/ (\S+)$/,
}

const WHAT = 'the output of `xl vcpu-list`'

/** Whose vCPUs `xl vcpu-list` lists: domain id -> name. */
export function parseVcpuNames(text: string): Map<number, string> {
  const rows = tableRows(text, WHAT, vcpuListForm)
  return new Map(rows.map((row) => [Number(row[2]), row[1]!.trimEnd()]))
}

/** Reads `xl vcpu-list`: domain id -> its vCPUs. An offline vCPU has a dash for its pCPU. */
export function parseVcpuList(text: string): Map<number, VcpuPlacement[]> {
  const placement = new Map<number, VcpuPlacement[]>()
  for (const row of tableRows(text, WHAT, vcpuListForm)) {
    const id = Number(row[2])
    const vcpus = placement.get(id) ?? []
    vcpus.push({
      vcpu: Number(row[3]),
      pcpu: row[4] === '-' ? null : Number(row[4]),
      state: row[5]!,
      cpuTimeSeconds: Number(row[6]),
      hardAffinity: row[7]!,
      softAffinity: row[8]!,
    })
    placement.set(id, vcpus)
  }
  return placement
}
