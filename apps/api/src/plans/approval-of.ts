import { type Approval, mayOn } from '@steelyard/contract'
import type { PlanRow } from './plan-row.ts'

type DecisionRow = PlanRow['approvals'][number]

/**
 * Whether a second person agrees to a plan as it is now. A rejection ends the plan. An approval
 * counts for one hash only, and only while its giver is active and has kept every role since: the
 * database voids what people approved who lose one, so that a role given back revives nothing. It
 * does not count if the maker let its giver in (access/behind.ts).
 * @returns null where nobody needs to agree and nobody rejected
 */
export function approvalOf(row: PlanRow): Approval | null {
  const makerIds = makersOf(row)
  const decided = row.approvals.filter(({ planHash }) => planHash === row.hash)
  const rejection = decided.find(({ decision }) => decision === 'rejected')
  if (rejection) return { state: 'rejected', decision: shown(rejection), makerIds }
  // Nobody need agree to what is never applied: commands for the operator, or a plan of no change.
  if (!row.needsApproval || !row.canApply) return null
  const approval = approvalThatCounts(row)
  if (approval) return { state: 'approved', decision: shown(approval), makerIds }
  return { state: 'waiting', decision: null, makerIds }
}

function approvalThatCounts(row: PlanRow): DecisionRow | undefined {
  return standing(row).find((decision) => !isByMaker(row, decision.behindIds))
}

/** An approval whose giver the plan's maker let in; it stands, and counts for nothing. */
export function approvalByMaker(row: PlanRow): DecisionRow | undefined {
  return standing(row).find((decision) => isByMaker(row, decision.behindIds))
}

/** Approvals of the plan as it is now, by people who may still give them. */
function standing(row: PlanRow): DecisionRow[] {
  return row.approvals.filter(
    ({ planHash, decision, by, voidedAt }) =>
      planHash === row.hash &&
      decision === 'approved' &&
      voidedAt === null &&
      by !== null &&
      mayOn(by.grants, 'plans:approve', row.host.tags),
  )
}

/** Whether whoever made a plan is among these, who may be behind somebody that decides about it. */
export function isByMaker(row: PlanRow, behindIds: readonly string[]): boolean {
  return makersOf(row).some((id) => behindIds.includes(id))
}

/** Whether a person let one of a plan's makers in, and so may have made it themselves. */
export function letMakerIn(row: PlanRow, personId: string | null): boolean {
  const makers = [row.job?.createdBy, row.createdBy, row.recommendation?.decider]
  return makers.some((maker) => personId !== null && maker?.behindIds.includes(personId))
}

/** Whether a person gave the approval that counts, or let in whoever did. */
export function isBehindApproval(row: PlanRow, personId: string): boolean {
  const approval = approvalThatCounts(row)
  return approval?.byId === personId || (approval?.behindIds.includes(personId) ?? false)
}

/**
 * Whoever made the plan, and whoever owns it: a transfer changes the owner, but the job that
 * prepared the plan remembers who asked for it. A plan of the loop is the wish of whoever approved
 * the recommendation.
 */
export function makersOf({ job, createdById, recommendation }: PlanRow): string[] {
  const ids = [job?.createdById, createdById, recommendation?.decidedById].filter(
    (id) => typeof id === 'string',
  )
  return [...new Set(ids)]
}

function shown({ decision, planHash, note, byId, byName, createdAt }: DecisionRow) {
  return {
    decision: decision as 'approved' | 'rejected',
    planHash,
    note,
    byId,
    byName,
    createdAt: createdAt.toISOString(),
  }
}
