import type { Relief as ShownRelief } from '@steelyard/contract'
import type { Relief, WeighedHost } from '@steelyard/loop'
import { z } from 'zod'
import type { Prisma } from '../../db.ts'
import { jsonColumn } from '../../json-column.ts'

/** The content of `HostRecommendation.relief`. */
export interface StoredRelief extends Relief {
  /** Of the host for which it was worked out. */
  pCpus: number
  scheduler: WeighedHost['scheduler']
  /** Who missed what, who pays, and what is expected. */
  statement: string
}

const column = jsonColumn<Omit<StoredRelief, 'worstExpected'> & { worstExpected: number | null }>(
  'what a relief does',
  z.looseObject({
    by: z.enum(['payers', 'model']),
    missing: z.array(z.string()),
    payers: z.array(z.string()),
    changes: z.array(
      z.looseObject({ domain: z.string(), shareBefore: z.number(), shareAfter: z.number() }),
    ),
    worstBefore: z.number(),
    worstExpected: z.number().nullable(),
    factors: z.record(z.string(), z.number()),
    statement: z.string(),
  }),
)

/** JSON knows no infinity, which is what is expected where the load does not fit. */
export function packRelief(relief: StoredRelief): Prisma.InputJsonValue {
  const worstExpected = finite(relief.worstExpected)
  return column.write({ ...relief, worstExpected })
}

/** @returns null where an analysis advised the change */
export function unpackRelief({ relief }: { relief: unknown }): StoredRelief | null {
  const stored = column.readIfAny(relief)
  return stored && { ...stored, worstExpected: stored.worstExpected ?? Number.POSITIVE_INFINITY }
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
