import { type NamedDomain, refuseDuplicates, type TableForm, tableRows } from './rows.ts'

export interface ListedDomain {
  name: string
  id: number
  memoryMb: number
  vCpus: number
  state: string
  cpuTimeSeconds: number
  uuid: string
}

const HEADER = /^Name\s+ID\s+Mem\s+VCPUs\s+State\s+Time\(s\)\s/
// The name matches greedily, so columns inside a name never pass for xl's own.
const COLUMNS = String.raw`^(.*)\s(\d{1,5})\s+(\d{1,12})\s+(\d{1,5})\s+([a-z-]{6})\s+(\d{1,12}\.\d)`
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// The shutdown reason and the security label follow the UUID.
const VERBOSE_ROW = new RegExp(String.raw`${COLUMNS}\s(${UUID})\s+(\S+)\s+(\S.*)$`)
// The format is "%16s", so a pool name of 16 letters touches the time.
const CPUPOOL_ROW = new RegExp(String.raw`${COLUMNS}\s*(\S.*)$`)

/**
 * Any form of `xl list`: the columns after the time depend on the options. `xm list`, before Xen 4.5,
 * names the unit of the memory.
 */
export const listForm: TableForm = {
  header: /^Name\s+ID\s+Mem(?:\(Mi?B\))?\s+VCPUs\s+State\s+Time\(s\)(?:\s.*)?$/,
  row: new RegExp(String.raw`${COLUMNS}(?:\s.*)?$`),
}

/** `xm list` also lists domains that do not run, without an ID and mostly without a state. */
export function isInactive(line: string): boolean {
  return INACTIVE.test(line)
}

const INACTIVE = /^\S.*\s{3,}\d{1,12}\s+\d{1,5}\s+(?:[a-z-]{6}\s+)?\d{1,12}\.\d$/

/** Parses `xl list` with or without options. */
export function parseListNames(text: string): NamedDomain[] {
  const what = 'the output of `xl list`'
  const listed = text
    .split('\n')
    .filter((line) => listForm.row.test(line) || !isInactive(line))
    .join('\n')
  const rows = tableRows(listed, what, listForm)
  refuseDuplicates(
    rows.map((row) => Number(row[2])),
    what,
  )
  return rows.map((row) => ({
    id: Number(row[2]),
    name: row[1]!.trimEnd(),
    vCpus: Number(row[4]),
  }))
}

/** Parses `xl list -v`. Domain-0 has the all-zero UUID. */
export function parseListVerbose(text: string): ListedDomain[] {
  const what = 'the output of `xl list -v`'
  const domains = tableRows(text, what, { header: HEADER, row: VERBOSE_ROW }).map((row) => ({
    name: row[1]!.trimEnd(),
    id: Number(row[2]),
    memoryMb: Number(row[3]),
    vCpus: Number(row[4]),
    state: row[5]!,
    cpuTimeSeconds: Number(row[6]),
    uuid: row[7]!,
  }))
  refuseDuplicates(
    domains.map((domain) => domain.id),
    what,
  )
  return domains
}

/** Parses `xl list -c`: domain id -> cpupool. */
export function parseListCpupools(text: string): Map<number, string> {
  const what = 'the output of `xl list -c`'
  const rows = tableRows(text, what, { header: HEADER, row: CPUPOOL_ROW })
  refuseDuplicates(
    rows.map((row) => Number(row[2])),
    what,
  )
  return new Map(rows.map((row) => [Number(row[2]), row[7]!]))
}
