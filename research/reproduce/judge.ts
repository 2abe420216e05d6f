import { offBy } from './figures.ts'
import type { ReproductionRow, Status } from './reproduction.ts'

/** One published statement, compared with the results of this run. */
export interface Claim {
  says: string
  /** Null when none of our results decides it, which counts as not confirmed. */
  holds: boolean | null
}

type Judged = Pick<ReproductionRow, 'difference' | 'status'>

/** Our value confirms a published figure when it deviates by no more than this fraction. */
export const NEAR_PART = 0.1

/** Reproduced when every claim holds, partly when some do, not reproduced when none does. */
export function statusOf(cameOut: number, of: number): Status {
  if (of === 0) throw new Error('Nothing was claimed, so there is nothing to judge.')
  if (cameOut === of) return 'reproduced'
  return cameOut > 0 ? 'partly' : 'not reproduced'
}

/** The status of a row, and which of its claims hold. */
export function judge(claims: readonly Claim[]): Judged {
  const cameOut = claims.filter(({ holds }) => holds).length
  return {
    difference: claims.map(({ says, holds }) => `${says}: ${answer(holds)}`).join('; '),
    status: statusOf(cameOut, claims.length),
  }
}

function answer(holds: Claim['holds']): string {
  if (holds === null) return 'undetermined'
  return holds ? 'yes' : 'no'
}

/**
 * The status of an equation, a mechanism or a set-up, which has no published figure: implemented
 * when it is there as described, partly when some of it is missing or done otherwise.
 * @param readings our choices where the paper is silent, which leave nothing out
 */
export function built(lacks: readonly string[] = [], readings = ''): Judged {
  const missing = lacks.length === 0 ? 'nothing missing' : `missing: ${lacks.join('; ')}`
  return {
    difference: readings === '' ? missing : `${readings}; ${missing}`,
    status: lacks.length === 0 ? 'implemented' : 'partly',
  }
}

/**
 * The status of what has no counterpart in the paper or in the product, and of what could not have
 * come out otherwise.
 */
export function notApplicable(why: string): Judged {
  return { difference: why, status: 'not applicable' }
}

/** @param what names the figure; empty where the row has only one */
export function near(ours: number | null, published: number, what = ''): Claim {
  const off = ours === null ? 'none' : offBy(ours, published)
  return {
    says: `${what === '' ? '' : `${what} `}within 10 % (${off})`,
    holds: ours !== null && Math.abs(ours / published - 1) <= NEAR_PART,
  }
}
