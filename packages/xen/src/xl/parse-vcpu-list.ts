import type { VcpuPlacement } from '../host-inventory.ts'
import { tableRows } from './rows.ts'

const HEADER = /^Name\s+ID\s+VCPU\s+CPU\s+State\s+Time\(s\)\s+Affinity \(Hard \/ Soft\)$/
const ROW =
  /^(.*)\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,5}|-)\s+([a-z-]{3})\s+(\d{1,12}\.\d)\s+(\S+) \/ (\S+)$/

/** Reads `xl vcpu-list`: domain id -> its vCPUs. An offline vCPU has a dash for its pCPU. */
export function parseVcpuList(text: string): Map<number, VcpuPlacement[]> {
  const placement = new Map<number, VcpuPlacement[]>()
  for (const row of tableRows(text, 'the output of `xl vcpu-list`', HEADER, ROW)) {
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
