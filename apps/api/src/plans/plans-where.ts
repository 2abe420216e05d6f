import type { PlanState } from '@steelyard/contract'
import { Prisma } from '../db.ts'

interface PlanFilter {
  hostId?: string | undefined
  search?: string | undefined
  state?: PlanState | undefined
  open?: 'true' | undefined
}

/** The plans that a list asks for. */
export function plansWhere({ hostId, search, state, open }: PlanFilter): Prisma.PlanWhereInput {
  return {
    AND: [
      hostId ? { hostId } : {},
      search ? { host: { name: { contains: search, mode: 'insensitive' } } } : {},
      state ? inState(state) : {},
      open ? stillOpen() : {},
    ],
  }
}

const applied = (state?: PlanState): Prisma.PlanWhereInput => ({
  applications: { some: { kind: 'apply', ...(state ? { state } : {}) } },
})
const undone: Prisma.PlanWhereInput = {
  applications: { some: { kind: 'roll-back', state: 'rolled-back' } },
}
const hasContent: Prisma.PlanWhereInput = { content: { not: Prisma.DbNull } }
const hasEnded: Prisma.PlanWhereInput = { job: { state: { in: ['failed', 'cancelled'] } } }

const stillOpen = (): Prisma.PlanWhereInput => ({
  ...inState('planned'),
  expiresAt: { gt: new Date() },
  approvals: { none: { decision: 'rejected' } },
})

/** Says for the database what `planState` says of a row. */
function inState(state: PlanState): Prisma.PlanWhereInput {
  switch (state) {
    case 'rolled-back':
      return { OR: [undone, applied(state)] }
    case 'planned':
      return { ...hasContent, NOT: [undone, applied()] }
    case 'draft':
      return { NOT: [hasContent, undone, applied(), hasEnded] }
    case 'failed':
      return {
        OR: [
          { ...applied(state), NOT: undone },
          { ...hasEnded, NOT: [hasContent, undone, applied()] },
        ],
      }
    default:
      return { ...applied(state), NOT: undone }
  }
}
