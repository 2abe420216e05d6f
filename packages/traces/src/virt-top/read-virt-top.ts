import type { CpuFormat } from '../format.ts'
import type { Subject } from '../observations/subject.ts'
import { readClock } from '../reading/clock-text.ts'
import { MOST_PCPUS } from '../reading/most-pcpus.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { readLines } from '../reading/read-lines.ts'
import { DAY_SECONDS } from '../reading/stamp.ts'
import { type Rejection, Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import { cellsOf, domainsIn, readColumns, type VirtTopColumns } from './virt-top-line.ts'
import { VIRT_TOP_METER, type VirtTopSpec } from './virt-top-spec.ts'

/** Times are cut to whole seconds, so an interval may be a second longer than it seems. */
const CUT_SECONDS = 1

/**
 * Reads what `virt-top --csv` wrote: the CPU time of each domain since the line before. The first
 * line has none.
 */
export const readVirtTop: CpuFormat<VirtTopSpec>['read'] = async (bytes, spec, into, opts) => {
  const tally = new Tally(opts.path ?? 'virt-top log', 'the output of virt-top --csv')
  const guard = new TimeGuard(opts)
  guard.requireStart(spec.startEpochSeconds, 'virt-top')
  const names = new Map(Object.entries(spec.domainNames ?? {}))
  const subjects = new Set<Subject>()
  const covered = new Map<Subject, { from: number; to: number }>()
  let columns: VirtTopColumns | null = null
  /** Seconds since midnight of the first day. */
  let first: number | null = null
  let last: number | null = null
  let days = 0

  const add = (subject: Subject, usedSeconds: number, from: number, to: number) => {
    subjects.add(subject)
    into.addCpu(VIRT_TOP_METER, subject, from, to, {
      usedSeconds,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    })
    const range = covered.get(subject)
    if (range?.to === from) range.to = to
    else {
      if (range) into.coverCpu(VIRT_TOP_METER, subject, range.from, range.to)
      covered.set(subject, { from, to })
    }
  }

  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    const raw = text.slice(from, to)
    const heading = readColumns(raw)
    if (heading) {
      columns = heading
      // Another run may have been appended; how long it was silent is not known.
      last = null
      return
    }
    if (!columns) return tally.reject(line, raw, NO_HEADING)
    const cells = cellsOf(raw)
    const clock = readClock(`${cells[columns.time] ?? ''} `)?.clockSeconds
    if (clock === undefined || cells.length < columns.domains)
      return tally.reject(line, raw, NO_ROW)
    let at = clock + days * DAY_SECONDS
    if (last !== null && at < last - DAY_SECONDS / 2) {
      days++
      at += DAY_SECONDS
    }
    first ??= at
    const before = last
    if (before !== null && at <= before) return tally.reject(line, raw, OUT_OF_ORDER)
    last = at
    const end = spec.startEpochSeconds + at - first
    if (!guard.accepts(end)) return tally.reject(line, raw, guard.rejection(end))
    if (before === null) return tally.skip()
    const seconds = at - before
    const pCpus = Number(cells[columns.pCpus]) || MOST_PCPUS
    const domains = domainsIn(cells, columns)
    const why = refusalOf(domains, pCpus * (seconds + CUT_SECONDS))
    if (why) return tally.reject(line, raw, why)
    tally.accept(end)
    for (const { name, usedSeconds } of domains) {
      const found = writtenIn(name)
      add(names.get(found) ?? found, usedSeconds, end - seconds, end)
    }
  })
  for (const [subject, range] of covered)
    into.coverCpu(VIRT_TOP_METER, subject, range.from, range.to)
  return tally.report(lines, subjects)
}

function refusalOf(
  domains: readonly { usedSeconds: number }[],
  mostSeconds: number,
): Rejection | null {
  const isBad = domains.some(({ usedSeconds }) => !(usedSeconds >= 0 && usedSeconds <= mostSeconds))
  return isBad ? { reason: 'not a CPU time that this host has', expected: 'nanoseconds' } : null
}

const NO_HEADING = { reason: 'no heading stands above it', expected: 'Hostname,Time,Arch,...' }
const NO_ROW = { reason: 'not a row of virt-top', expected: 'as many values as the heading has' }
const OUT_OF_ORDER = { reason: 'the clock does not advance', expected: 'times in order' }
