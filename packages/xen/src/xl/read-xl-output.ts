import { HostError } from '../host-error.ts'
import { cpupoolListForm, parseCpupoolList } from './parse-cpupool-list.ts'
import { parseSomeInfo } from './parse-info.ts'
import { isInactive, listForm, parseListNames } from './parse-list.ts'
import { parseLongList } from './parse-long-list.ts'
import { beginsSched, goesOnSched, type PoolParameters, parseSched } from './parse-sched.ts'
import { oldVCpuListForm, parseVCpuCounts, vCpuListForm } from './parse-v-cpu-list.ts'
import { beginsXe, goesOnXe, parseXe, type XeHost } from './parse-xe.ts'
import type { NamedDomain } from './rows.ts'

/** The values of a domain in one line of a table. Null when that table lacks the column. */
export interface XlStatement {
  /** -1 where it is not said. */
  id: number
  name: string
  weight: number | null
  cap: number | null
  /** Those that are online. */
  vCpus: number | null
  /** By which XAPI's metrics name it. Only `xe` says it. */
  uuid?: string
}

/** The facts about a host in a saved piece of the output of xl, or of its relatives xm and xe. */
export interface XlOutput {
  /** The commands whose output was found: `xl list`, `xl sched-credit`, ... */
  commands: string[]
  /** In the order of the text. A domain may occur several times, with different values. */
  statements: XlStatement[]
  /**
   * Schedulers of the cpupools if they were listed, else the one of the host; several when they
   * differ.
   */
  schedulers: string[]
  /** Of the cpupools; several when they differ. */
  timeSlicesMs: number[]
  rateLimitsUs: number[]
  pCpus: number | null
  xenVersion: string | null
  /** Damaged tables, from which nothing is used. */
  problems: string[]
}

interface CollectedOutput extends Omit<XlOutput, 'schedulers' | 'timeSlicesMs' | 'rateLimitsUs'> {
  timeSlicesMs: Set<number>
  rateLimitsUs: Set<number>
  poolSchedulers: Set<string>
  tableSchedulers: Set<string>
  hostScheduler: string | null
  xeHosts: XeHost[]
}

/** A kind of table: how it begins, how it continues, and what to take from it. */
interface TableKind {
  begins: (line: string) => boolean
  goesOn: (line: string, before: string) => boolean
  take: (text: string, found: CollectedOutput) => string
}

/**
 * Parses text that an operator saved: any number of xl's tables one after the other, with prompts,
 * time stamps or other lines between them. A table ends at the first line that is not one of its
 * rows.
 */
export function readXlOutput(text: string): XlOutput {
  const found: CollectedOutput = {
    commands: [],
    statements: [],
    pCpus: null,
    xenVersion: null,
    problems: [],
    timeSlicesMs: new Set(),
    rateLimitsUs: new Set(),
    poolSchedulers: new Set(),
    tableSchedulers: new Set(),
    hostScheduler: null,
    xeHosts: [],
  }
  if (text.trimStart().startsWith('[')) takeSafely('xl list -l', found, () => takeLong(text, found))
  else takeTables(text.split(/\r?\n/), found)
  const { commands, statements, pCpus, xenVersion, problems } = found
  return {
    commands: [...new Set(commands)],
    statements: statements.filter(({ name }) => name !== '(null)'),
    schedulers: schedulersOf(found),
    timeSlicesMs: [...found.timeSlicesMs],
    rateLimitsUs: [...found.rateLimitsUs],
    pCpus,
    xenVersion,
    problems,
  }
}

function takeTables(lines: readonly string[], found: CollectedOutput): void {
  for (let at = 0; at < lines.length; ) {
    const kind = kinds.find(({ begins }) => begins(lines[at]!))
    let end = at + 1
    if (kind) {
      while (end < lines.length && kind.goesOn(lines[end]!, lines[end - 1]!)) end++
      const table = lines.slice(at, end).join('\n')
      takeSafely(lines[at]!.trim(), found, () => kind.take(table, found))
    }
    at = end
  }
  const { scheduler, pCpus, xenVersion } = parseSomeInfo(lines.join('\n'))
  if (scheduler !== null || pCpus !== null || xenVersion !== null) found.commands.push('xl info')
  found.hostScheduler = scheduler
  // Those of a pool may differ, and nothing says which one the traces are of.
  const only = found.xeHosts.length === 1 ? found.xeHosts[0]! : null
  found.pCpus = pCpus ?? only?.pCpus ?? null
  found.xenVersion = xenVersion ?? only?.xenVersion ?? null
}

function takeSafely(what: string, found: CollectedOutput, take: () => string): void {
  try {
    found.commands.push(take())
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    found.problems.push(`${JSON.stringify(what.slice(0, 80))}: ${error.detail ?? error.message}`)
  }
}

/** The boot-time default of the host counts only when no cpupool was listed with its own. */
function schedulersOf({
  poolSchedulers,
  hostScheduler,
  tableSchedulers,
}: CollectedOutput): string[] {
  if (poolSchedulers.size > 0) return [...poolSchedulers]
  return hostScheduler ? [hostScheduler] : [...tableSchedulers]
}

const kinds: readonly TableKind[] = [
  {
    begins: (line) => listForm.header.test(line),
    goesOn: (line) => listForm.row.test(line) || isInactive(line),
    take: (text, found) => takeNames('xl list', parseListNames(text), found),
  },
  {
    begins: (line) => vCpuListForm.header.test(line),
    goesOn: (line) => vCpuListForm.row.test(line),
    take: (text, found) => takeNames('xl vcpu-list', parseVCpuCounts(text), found),
  },
  {
    begins: (line) => oldVCpuListForm.header.test(line),
    goesOn: (line) => oldVCpuListForm.row.test(line),
    take: (text, found) => takeNames('xl vcpu-list', parseVCpuCounts(text, oldVCpuListForm), found),
  },
  { begins: beginsXe, goesOn: goesOnXe, take: takeXe },
  {
    begins: (line) => cpupoolListForm.header.test(line),
    goesOn: (line) => cpupoolListForm.row.test(line),
    take(text, found) {
      for (const { scheduler } of parseCpupoolList(text)) found.poolSchedulers.add(scheduler)
      return 'xl cpupool-list'
    },
  },
  { begins: beginsSched, goesOn: goesOnSched, take: takeSched },
]

function takeNames(
  command: string,
  domains: readonly NamedDomain[],
  { statements }: CollectedOutput,
): string {
  for (const { id, name, vCpus } of domains) {
    statements.push({ id, name, weight: null, cap: null, vCpus: vCpus > 0 ? vCpus : null })
  }
  return command
}

/** The table itself does not name its scheduler, but the parameters differ. */
function takeSched(text: string, found: CollectedOutput): string {
  const { pools, rows } = parseSched(text)
  const schedulers = pools.flatMap((pool) => schedulerOf(pool) ?? [])
  for (const scheduler of schedulers) found.tableSchedulers.add(scheduler)
  for (const { timeSliceMs, rateLimitUs } of pools) {
    if (timeSliceMs !== null) found.timeSlicesMs.add(timeSliceMs)
    if (rateLimitUs !== null) found.rateLimitsUs.add(rateLimitUs)
  }
  found.statements.push(...rows.map((row) => ({ ...row, vCpus: null })))
  return schedulers.length === 1 ? `xl sched-${schedulers[0]}` : 'xl sched-credit'
}

function schedulerOf({ timeSliceMs, rateLimitUs }: PoolParameters): string | null {
  if (timeSliceMs !== null) return 'credit'
  return rateLimitUs === null ? null : 'credit2'
}

function takeXe(text: string, found: CollectedOutput): string {
  const { domains, hosts } = parseXe(text.split('\n'))
  found.statements.push(...domains)
  found.xeHosts.push(...hosts)
  return hosts.length > 0 && domains.length === 0 ? 'xe host-param-list' : 'xe vm-list'
}

function takeLong(text: string, found: CollectedOutput): string {
  for (const { scheduler, ...statement } of parseLongList(text)) {
    found.statements.push({ ...statement, vCpus: null })
    if (scheduler && scheduler !== 'unknown') found.tableSchedulers.add(scheduler)
  }
  return 'xl list -l'
}
