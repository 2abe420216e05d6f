import type { PlanChange, PlanOutcome } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../db.ts'
import { type RecordedRow, recordedRows } from '../hosts/history/recorded-rows.ts'
import { loadPlan, type PlanRow } from './plan-row.ts'
import { planState } from './plan-state.ts'
import { serialisePlan } from './serialise-plan.ts'

/** So many recordings after a plan are looked through for one that shows it. */
const MOST_RECORDINGS = 50

/**
 * Sets what was predicted for a plan beside what a later recording under its weights measured.
 * @throws AppError `plan-not-found`
 */
export async function getPlanOutcome(db: Db, id: string): Promise<PlanOutcome> {
  const row = await loadPlan(db, id)
  const { changes, statistic } = serialisePlan(row)
  const since = sinceOf(row)
  const found = since && (await recordingOf(db, row, since, changes))
  const domains = found ? changes.map((change) => outcomeOf(change, found)) : []
  const isComparable = found?.recording.statistic === statistic
  const shown = isComparable ? domains.filter(({ predicted }) => predicted !== null) : []
  return {
    since: since?.toISOString() ?? null,
    recording: found && {
      analysisId: found.recording.id,
      name: found.recording.name,
      grade: found.recording.grade,
      recordedFrom: found.recording.recordedFrom,
      recordedTo: found.recording.recordedTo,
    },
    domains: shown,
    statement: words.plans.outcome(found?.recording.statistic ?? null, statistic, shown),
  }
}

/**
 * When the values came into force: once they were applied or, since the operator runs the commands
 * where there is no connection, once they were planned. Null when they never did, or no longer do.
 */
function sinceOf(row: PlanRow): Date | null {
  const { applications, plannedAt, host } = row
  const state = planState(row)
  if (state === 'verified') return applications.find(({ kind }) => kind === 'apply')!.finishedAt
  return state === 'planned' && !host.access?.pinnedFingerprint ? plannedAt : null
}

/** The newest recording with enough evidence that began since then and has every planned weight. */
async function recordingOf(
  db: Db,
  { hostId }: PlanRow,
  since: Date,
  changes: readonly PlanChange[],
): Promise<RecordedRow | null> {
  const where = { hostId, createdAt: { gte: since }, grade: { not: 'not-enough' } }
  const rows = await recordedRows(db, where, MOST_RECORDINGS)
  const wanted = changes.filter(({ changed, weightAfter }) => changed && weightAfter !== null)
  if (wanted.length === 0) return null
  const shows = ({ recording }: RecordedRow) =>
    new Date(recording.recordedFrom) >= since &&
    wanted.every(({ domain, weightAfter }) =>
      recording.domains.some((each) => each.domain === domain && each.weight === weightAfter),
    )
  return rows.find(shows) ?? null
}

function outcomeOf(
  { domain, predictedAfter: predicted }: PlanChange,
  { recording }: RecordedRow,
): PlanOutcome['domains'][number] {
  const seen = recording.domains.find((each) => each.domain === domain)
  const measuredMs = seen?.observedMs ?? null
  return {
    domain,
    predicted,
    measuredMs,
    asPredicted:
      predicted === null || measuredMs === null
        ? null
        : measuredMs >= predicted.lowMs && measuredMs <= predicted.highMs,
    targetMs: seen?.targetMs ?? null,
    meetsTarget: seen?.meetsTarget ?? null,
  }
}
