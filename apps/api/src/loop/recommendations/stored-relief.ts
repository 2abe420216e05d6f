import type { Relief as ShownRelief } from '@steelyard/contract'
import type { Relief, WeighedHost } from '@steelyard/loop'
import type { Prisma } from '../../db.ts'

/** The content of `HostRecommendation.relief`. */
export interface StoredRelief extends Relief {
  /** Of the host for which it was worked out. */
  pCpus: number
  scheduler: WeighedHost['scheduler']
  /** Who missed what, who pays, and what is expected. */
  statement: string
}

/** JSON knows no infinity, which is what is expected where the load does not fit. */
export function packRelief(relief: StoredRelief): Prisma.InputJsonObject {
  const worstExpected = finite(relief.worstExpected)
  return { ...relief, worstExpected } as unknown as Prisma.InputJsonObject
}

/** @returns null where an analysis advised the change */
export function unpackRelief({ relief }: { relief: unknown }): StoredRelief | null {
  if (relief === null) return null
  const stored = relief as StoredRelief & { worstExpected: number | null }
  return { ...stored, worstExpected: stored.worstExpected ?? Number.POSITIVE_INFINITY }
}

export function serialiseRelief(relief: StoredRelief): ShownRelief {
  const { by, missing, payers, worstBefore, worstExpected, statement } = relief
  return {
    by,
    missing: [...missing],
    payers: [...payers],
    worstBefore,
    worstExpected: finite(worstExpected),
    statement,
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
