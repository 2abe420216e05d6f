import type { HostHistory, WeightChange } from '@steelyard/contract'
import type { Db } from '../../db.ts'
import { recordedChanges } from '../../stored-changes.ts'
import { annotationMarks } from '../annotations/annotation-marks.ts'
import { loadHost } from '../host-row.ts'
import { type RecordedRow, recordedRows } from './recorded-rows.ts'

/** So many recordings fit on a chart, and their results into memory. */
const MOST_RECORDINGS = 500
const MOST_ANNOTATIONS = 1000

/** The last instant that a column of the database holds as well as a `Date`. */
const LAST_MS = Date.parse('9999-12-31T23:59:59Z')

/** @throws AppError `host-not-found` */
export async function getHistory(db: Db, hostId: string): Promise<HostHistory> {
  await loadHost(db, hostId)
  const rows = await recordedRows(db, { hostId }, MOST_RECORDINGS + 1)
  const shown = rows.slice(0, MOST_RECORDINGS)
  const changes = [...recordedWeights(shown), ...(await appliedWeights(db, hostId))]
  const annotations = await annotationMarks(db, hostId, {
    from: new Date(0),
    to: new Date(LAST_MS),
    limit: MOST_ANNOTATIONS,
  })
  return {
    annotations,
    recordings: shown
      .map(({ recording }) => recording)
      .toSorted((a, b) => Date.parse(a.recordedFrom) - Date.parse(b.recordedFrom)),
    weightChanges: changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    complete: rows.length === shown.length,
  }
}

/** Several analyses may show the same change of one recording; it is listed once. */
function recordedWeights(rows: readonly RecordedRow[]): WeightChange[] {
  const changes = rows.flatMap(({ recording, weightChanges }) =>
    weightChanges.map((change): [string, WeightChange] => [
      `${change.at} ${change.domain} ${change.weight}`,
      { ...change, source: 'recording', sourceId: recording.id },
    ]),
  )
  return [...new Map(changes).values()]
}

/** The weights that Steelyard left on a host: of what it applied, and of what it rolled back. */
async function appliedWeights(db: Db, hostId: string): Promise<WeightChange[]> {
  const rows = await db.application.findMany({
    where: {
      hostId,
      finishedAt: { not: null },
      OR: [
        { kind: 'apply', state: 'verified' },
        { kind: 'roll-back', state: 'rolled-back' },
      ],
    },
    select: { id: true, kind: true, before: true, finishedAt: true },
    orderBy: { id: 'asc' },
  })
  return rows.flatMap(({ id, kind, before, finishedAt }) =>
    (recordedChanges.readIfAny(before) ?? []).flatMap((change) => {
      if (change.lever !== 'weight') return []
      const { weight } = kind === 'apply' ? change.after : change.before
      const at = finishedAt!.toISOString()
      return [{ at, domain: change.name, weight, source: 'application' as const, sourceId: id }]
    }),
  )
}
