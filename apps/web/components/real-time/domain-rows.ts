import type { DomainResult, Host, RealTimeSet } from '@steelyard/contract'
import { MOST_OTHER_DOMAINS, MOST_REAL_TIME_DOMAINS } from '@steelyard/contract/plain'
import { isGuest } from '../../lib/is-guest.ts'
import { isCount, isWithin, numberIn, parseDecimal } from '../../lib/parse-number.ts'

/** A domain of the host, with what was typed about it. */
export interface DomainRow {
  key: string
  name: string
  isRealTime: boolean
  periodMs: string
  executionMs: string
  weight: string
  vCpus: string
  /** Its pin, which the API alone sets and the page keeps. */
  pCpu: number | undefined
}

export interface RowFaults {
  periodMs?: string
  executionMs?: string
  weight?: string
  vCpus?: string
}

let rowsMade = 0

export function newRow(
  name: string,
  isRealTime = false,
  { weight, vCpus }: { weight?: number | null; vCpus?: number | null } = {},
): DomainRow {
  rowsMade += 1
  return {
    key: `row-${rowsMade}`,
    name,
    isRealTime,
    periodMs: '',
    executionMs: '',
    weight: String(weight ?? 256),
    vCpus: String(vCpus ?? 1),
    pCpu: undefined,
  }
}

/**
 * The guests of a host that still exist, with the weights of a recording where the host itself was
 * never read.
 */
export function rowsOfHost(
  { domains }: Pick<Host, 'domains'>,
  recorded: readonly Pick<DomainResult, 'domain' | 'weight'>[] = [],
): DomainRow[] {
  return domains
    .filter((domain) => !domain.gone && isGuest(domain))
    .map(({ name, weight, vCpus }) => {
      const then = recorded.find(({ domain }) => domain === name)
      return newRow(name, false, { weight: weight ?? then?.weight, vCpus })
    })
}

/** The same rows with what was declared about the domains before, so that nobody types it again. */
export function rowsDeclared(
  rows: readonly DomainRow[],
  { realTime }: Pick<RealTimeSet, 'realTime'>,
): DomainRow[] {
  return rows.map((row) => {
    const task = realTime.find(({ name }) => name === row.name)
    if (!task) return row
    const { periodMs, executionMs, pCpu } = task
    return {
      ...row,
      isRealTime: true,
      periodMs: String(periodMs),
      executionMs: String(executionMs),
      pCpu,
    }
  })
}

/** The errors of each row by its key; rows without an error are left out. */
export function faultsOf(rows: readonly DomainRow[]): Map<string, RowFaults> {
  const faults = rows.map((row): [string, RowFaults] => [row.key, rowFaults(row)])
  return new Map(faults.filter(([, fault]) => Object.keys(fault).length > 0))
}

function rowFaults(row: DomainRow): RowFaults {
  return {
    ...(row.isRealTime ? taskFaults(row) : weightFaults(row)),
    ...(isCount(parseDecimal(row.vCpus), 128) ? {} : { vCpus: 'from 1 to 128' }),
  }
}

/** Whether a real-time domain still lacks its period or its CPU time, which is no error yet. */
export function isUnfinished({ isRealTime, periodMs, executionMs }: DomainRow): boolean {
  return isRealTime && (periodMs.trim() === '' || executionMs.trim() === '')
}

/** Says that there are more domains than can be judged at once; null when there are not. */
export function tooMany(rows: readonly DomainRow[]): string | null {
  const realTime = rows.filter(({ isRealTime }) => isRealTime).length
  const others = rows.length - realTime
  if (realTime > MOST_REAL_TIME_DOMAINS)
    return `At most ${MOST_REAL_TIME_DOMAINS} guests can be real-time. You marked ${realTime}.`
  if (others > MOST_OTHER_DOMAINS)
    return `At most ${MOST_OTHER_DOMAINS} other guests can be judged. This host has ${others}.`
  return null
}

function weightFaults({ weight }: DomainRow): RowFaults {
  return isCount(parseDecimal(weight), 65_535) ? {} : { weight: 'from 1 to 65,535' }
}

function taskFaults(row: DomainRow): RowFaults {
  if (isUnfinished(row)) return {}
  const period = parseDecimal(row.periodMs)
  const execution = parseDecimal(row.executionMs)
  if (!isWithin(period, 1, 10_000)) return { periodMs: 'from 1 to 10,000 ms' }
  if (!isWithin(execution, 0.1, 10_000)) return { executionMs: 'from 0.1 ms' }
  return execution > period ? { executionMs: 'no longer than the period' } : {}
}

/** What applies to the host as a whole, with its numbers as they were typed. */
export interface HostDraft {
  pCpus: string
  allowancePercent: string
  share: RealTimeSet['share']
}

export function hostFaults({ pCpus, allowancePercent }: HostDraft) {
  const allowance = parseDecimal(allowancePercent)
  return {
    ...(isCount(parseDecimal(pCpus), 128) ? {} : { pCpus: 'from 1 to 128' }),
    ...(isWithin(allowance, 0, 100) ? {} : { allowancePercent: 'from 0 to 100 %' }),
  }
}

/**
 * The question to the API. Null while a field is invalid or unfinished, no domain is real-time, or
 * there are too many.
 */
export function setOf(rows: readonly DomainRow[], draft: HostDraft): RealTimeSet | null {
  const realTime = rows.filter(({ isRealTime }) => isRealTime)
  if (realTime.length === 0 || realTime.some(isUnfinished) || tooMany(rows)) return null
  if (faultsOf(rows).size > 0 || Object.keys(hostFaults(draft)).length > 0) return null
  const pCpus = numberIn(draft.pCpus)
  return {
    pCpus,
    allowancePercent: numberIn(draft.allowancePercent),
    share: draft.share,
    realTime: realTime.map(({ name, periodMs, executionMs, vCpus, pCpu }) => ({
      name,
      periodMs: numberIn(periodMs),
      executionMs: numberIn(executionMs),
      vCpus: numberIn(vCpus),
      // The page shows no pin, so nobody could correct one to a pCPU that is no longer there.
      pCpu: pCpu !== undefined && pCpu < pCpus ? pCpu : undefined,
    })),
    others: rows
      .filter(({ isRealTime }) => !isRealTime)
      .map(({ name, weight, vCpus }) => ({
        name,
        weight: numberIn(weight),
        vCpus: numberIn(vCpus),
      })),
  }
}
