import type { Relief as ShownRelief } from '@steelyard/contract'
import type { Relief, WeighedHost } from '@steelyard/loop'
import { type ReliefFigures, words } from '@steelyard/words'
import { z } from 'zod'
import type { Prisma } from '../../db.ts'
import { jsonColumn, UNVERSIONED } from '../../json-column.ts'
import { finite } from '../../milliseconds.ts'

/** What is kept of a relief. */
interface KeptRelief extends Relief {
  /** Of the host for which it was worked out. */
  pCpus: number
  scheduler: WeighedHost['scheduler']
}

type Stored = Omit<KeptRelief, 'worstExpected'> & {
  /** JSON knows no infinity, which is what is expected where the load does not fit. */
  worstExpected: number | null
} & (
    | { version: 2; figures: ReliefFigures }
    /** What version 1 stored: who missed what, who pays, and what is expected, in its words. */
    | { version?: undefined; statement: string }
  )

const Relieved = {
  by: z.enum(['payers', 'model']),
  missing: z.array(z.string()),
  payers: z.array(z.string()),
  changes: z.array(
    z.looseObject({ domain: z.string(), shareBefore: z.number(), shareAfter: z.number() }),
  ),
  worstBefore: z.number(),
  worstExpected: z.number().nullable(),
  factors: z.record(z.string(), z.number()),
}

/** `HostRecommendation.relief` */
const column = jsonColumn<Stored>(
  'what a relief does',
  z.union([
    z.looseObject({
      ...Relieved,
      version: z.literal(2),
      figures: z.looseObject({
        missed: z.array(z.looseObject({ domain: z.string() })),
        paying: z.array(z.looseObject({ domain: z.string() })),
      }),
    }),
    z.looseObject({ ...Relieved, ...UNVERSIONED, statement: z.string() }),
  ]),
)

/** @param figures what its words rest on */
export function packRelief(relief: KeptRelief, figures: ReliefFigures): Prisma.InputJsonValue {
  const worstExpected = finite(relief.worstExpected)
  return column.write({ ...relief, worstExpected, version: 2, figures })
}

/** @returns null where an analysis advised the change */
export function unpackRelief({ relief }: { relief: unknown }): KeptRelief | null {
  const stored = column.readIfAny(relief)
  return stored && { ...stored, worstExpected: stored.worstExpected ?? Number.POSITIVE_INFINITY }
}

/** @returns null where an analysis advised the change */
export function serialiseRelief({ relief }: { relief: unknown }): ShownRelief | null {
  const stored = column.readIfAny(relief)
  if (stored === null) return null
  const { by, missing, payers, worstBefore, worstExpected } = stored
  const statement =
    stored.version === undefined ? stored.statement : words.loop.relief(stored.figures)
  return { by, missing: [...missing], payers: [...payers], worstBefore, worstExpected, statement }
}
