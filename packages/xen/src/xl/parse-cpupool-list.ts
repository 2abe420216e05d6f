import { refuseDuplicates, type TableForm, tableRows } from './rows.ts'

export interface ListedCpupool {
  name: string
  pCpus: number
  scheduler: string
}

export const cpupoolListForm: TableForm = {
  header: /^Name\s+CPUs\s+Sched\s+Active\s+Domain count$/,
  row: /^(.*)\s(\d{1,5})\s+([\w.-]+)\s+([yn])\s+(\d{1,6})$/,
}

/** Parses `xl cpupool-list`: each pool has its own scheduler. */
export function parseCpupoolList(text: string): ListedCpupool[] {
  const what = 'the output of `xl cpupool-list`'
  const pools = tableRows(text, what, cpupoolListForm).map((row) => ({
    name: row[1]!.trim(),
    pCpus: Number(row[2]),
    scheduler: row[3]!,
  }))
  refuseDuplicates(
    pools.map((pool) => pool.name),
    what,
  )
  return pools
}
