import type { DomainComparison, RecordedDomain, RecordingComparison } from '@steelyard/contract'
import { compareSeries, type LoadedValue } from '@steelyard/model'
import { words } from '@steelyard/words'
import { windowValues } from '../../analyses/present/present-window.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { type RecordedRow, recordedRows } from './recorded-rows.ts'

/**
 * Sets two recordings of a host side by side.
 * @throws AppError `analysis-not-found` for one that is not a finished analysis of this host
 */
export async function compareRecordings(
  db: Db,
  { hostId, ...ids }: { hostId: string; before: string; after: string },
): Promise<RecordingComparison> {
  const [before, after] = [await find(db, hostId, ids.before), await find(db, hostId, ids.after)]
  const names = new Set(
    [before, after].flatMap(({ recording }) => recording.domains.map(({ domain }) => domain)),
  )
  const domains: DomainComparison[] = []
  for (const name of names) domains.push(await compareDomain(db, name, before, after))
  return {
    before: before.recording,
    after: after.recording,
    domains,
    statement: words.hosts.compared(domains),
  }
}

async function find(db: Db, hostId: string, id: string): Promise<RecordedRow> {
  const [row] = await recordedRows(db, { id, hostId }, 1)
  if (!row) throw notFound('analysis')
  return row
}

async function compareDomain(
  db: Db,
  domain: string,
  first: RecordedRow,
  second: RecordedRow,
): Promise<DomainComparison> {
  const before = recordedIn(first, domain)
  const after = recordedIn(second, domain)
  const difference = compareSeries(
    await windowsOf(db, first, domain),
    await windowsOf(db, second, domain),
  )
  const changeMs =
    before?.observedMs == null || after?.observedMs == null
      ? null
      : after.observedMs - before.observedMs
  // A percentile may move against the mean of its windows; such a change is not called clear.
  const agree = changeMs !== null && difference !== null && changeMs * (difference.ratio - 1) > 0
  const beyondChance = difference === null ? null : difference.beyondChance && agree
  const compared = { domain, before, after, changeMs, beyondChance }
  return { ...compared, statement: words.hosts.comparedDomain(compared) }
}

function recordedIn({ recording }: RecordedRow, domain: string): RecordedDomain | null {
  return recording.domains.find((each) => each.domain === domain) ?? null
}

/** Mean response time and load of each window of the range that the verdict covers. */
async function windowsOf(
  db: Db,
  { recording }: RecordedRow,
  domain: string,
): Promise<LoadedValue[]> {
  const rows = await db.analysisWindow.findMany({
    where: {
      analysisId: recording.id,
      domain,
      windowStart: { gte: new Date(recording.recordedFrom), lt: new Date(recording.recordedTo) },
    },
    select: { values: true },
    orderBy: { windowStart: 'asc' },
  })
  return rows.flatMap(({ values }) => {
    const { measuredMs, arrivalRatePerSecond } = windowValues.read(values)
    if (measuredMs === null || arrivalRatePerSecond === null) return []
    return [{ value: measuredMs, load: arrivalRatePerSecond }]
  })
}
