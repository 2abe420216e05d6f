import { everybodyBehind } from '../access/behind.ts'
import type { Principal } from '../access/permissions.ts'
import type { Db, Tx } from '../db.ts'
import { AppError, conflict } from '../errors.ts'
import { HOUR_MS } from '../milliseconds.ts'

/** How long what was found holds. It is checked again right before anything is done. */
const LIFETIME_MS = 24 * HOUR_MS

/** What every plan of a pool is: one person makes it, it is checked, and a person starts it. */
interface PoolPlan {
  state: string
  createdById: string | null
  creator: { behindIds: string[] } | null
  createdBy: string
  createdAt: Date
  plannedAt: Date | null
  startedBy: string | null
  startedAt: Date | null
  endedAt: Date | null
  jobId: string | null
}

/** @param asksForAnother whether a rule asks for a second person */
export function presentPoolPlan(row: PoolPlan, asksForAnother: boolean, reader: Principal) {
  const secondPerson = isBehind(row, reader) ? ('you' as const) : ('needed' as const)
  return {
    secondPerson: asksForAnother ? secondPerson : ('not-needed' as const),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    startedBy: row.startedBy,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    expiresAt:
      row.state === 'planned' && row.plannedAt
        ? new Date(row.plannedAt.getTime() + LIFETIME_MS).toISOString()
        : null,
    jobId: row.jobId,
  }
}

/** @throws AppError `not-planned`, `plan-expired` */
export function refuseUnplanned({ state, plannedAt }: PoolPlan): void {
  if (state !== 'planned' || plannedAt === null)
    throw conflict('not-planned', 'Only what was checked, and what has not begun, can be started.')
  if (Date.now() - plannedAt.getTime() > LIFETIME_MS)
    throw conflict(
      'plan-expired',
      'This plan is too old: the pool may have changed. Plan it again.',
    )
}

/** A pool has hosts of every tag, so any rule that asks for a second person asks for one here. */
export async function asksForSecondPerson(db: Db | Tx): Promise<boolean> {
  return (await db.approvalRule.count()) > 0
}

/**
 * Who starts what somebody else planned is its second person: two acts, two people.
 * @throws AppError `person-needed`, `own-plan`
 */
export async function refuseSamePerson(
  tx: Tx,
  plan: PoolPlan,
  principal: Principal,
): Promise<void> {
  if (!(await asksForSecondPerson(tx))) return
  if (principal.kind !== 'user') {
    throw new AppError(
      'forbidden',
      'Only a person at a browser can start this, not an API token.',
      { code: 'person-needed' },
    )
  }
  if (isBehind(plan, principal)) {
    throw new AppError(
      'forbidden',
      'A rule asks for a second person. Somebody else than who planned this must start it.',
      { code: 'own-plan' },
    )
  }
}

/** Whether one person may be behind both the wish and the start (access/behind.ts). */
function isBehind({ createdById, creator }: PoolPlan, starter: Principal): boolean {
  // Where its maker was removed, nobody can show to be somebody else.
  if (createdById === null || everybodyBehind(starter).includes(createdById)) return true
  return starter.userId !== null && (creator?.behindIds.includes(starter.userId) ?? false)
}
