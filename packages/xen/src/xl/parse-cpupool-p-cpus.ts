import { parsePCpuList } from './p-cpu-list.ts'
import { refuseDuplicates, type TableForm, tableRows, unexpected } from './rows.ts'

const form: TableForm = {
  header: /^Name\s+CPU list$/,
  // A pool without pCPUs has an empty list.
  row: /^(.*?)(?:\s+(\d[\d,-]*))?\s*$/,
}

/** Parses `xl cpupool-list -c`: name of the pool -> its pCPUs, ascending. */
export function parseCpupoolPCpus(text: string): Map<string, number[]> {
  const what = 'the output of `xl cpupool-list -c`'
  const pools = tableRows(text, what, form).map(([line, name, list]): [string, number[]] => {
    const pCpus = list === undefined ? [] : parsePCpuList(list)
    if (pCpus === null) throw unexpected(what, line)
    return [name!.trim(), pCpus]
  })
  refuseDuplicates(
    pools.map(([name]) => name),
    what,
  )
  return new Map(pools)
}
