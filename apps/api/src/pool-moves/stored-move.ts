import type { FollowedMove, MoveEffect } from '@steelyard/words'
import type {
  GuestWhereabouts,
  KeptWeight,
  MoveRefusal,
  StoredParams,
  TaskOutcome,
} from '@steelyard/xapi'
import type { XlMoveRefusal, XlTask, XlWhereabouts } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

export const MOVE_VERSION = 1

/** Why a guest would not be moved: by XAPI where no way is named, or by xl. */
export type FoundRefusals =
  | { way?: never; refusals: MoveRefusal[] }
  | { way: 'xl'; refusals: XlMoveRefusal[] }

/** The weight and the cap of a guest before its move; beside them what XAPI stores, where it moves it. */
export type WeightBefore = Pick<StoredParams, 'weight' | 'cap'> & Partial<StoredParams>

/** What was found before a move: the weight is null where nobody knows it. */
export type MoveFound = FoundRefusals & { stored: WeightBefore | null }

type Versioned = { version: typeof MOVE_VERSION }

/** `PoolMove.found`. */
export const moveFound = jsonColumn<Versioned & MoveFound>(
  'what was found before a move',
  z.looseObject({
    version: z.literal(MOVE_VERSION),
    way: z.literal('xl').optional(),
    refusals: z.array(z.looseObject({ code: z.string() })),
    stored: z
      .looseObject({
        weight: z.number().nullable(),
        cap: z.number().nullable(),
        texts: z.record(z.string(), z.string()).optional(),
      })
      .nullable(),
  }),
)

/**
 * Where a guest was found after its move, and how the command ended that moved it; null where that was
 * not followed to its end, as after a killed agent.
 */
export type FoundGuest =
  | { way?: never; whereabouts: GuestWhereabouts; task: TaskOutcome | null }
  | { way: 'xl'; whereabouts: XlWhereabouts; task: XlTask | null }

type MoveResultStored = Versioned &
  FoundGuest & {
    keptWeight: KeptWeight | null
    /** Whether its targets went with it; left out where there were none, or it did not move. */
    followed?: FollowedMove
  }

/** `PoolMove.result`: what came of a move. */
export const moveResult = jsonColumn<MoveResultStored>(
  'what came of a move',
  z.looseObject({
    version: z.literal(MOVE_VERSION),
    way: z.literal('xl').optional(),
    whereabouts: z.looseObject({
      where: z.enum(['here', 'there', 'both', 'neither', 'unknown']),
    }),
    task: z.looseObject({ end: z.string() }).nullable(),
    keptWeight: z.enum(['kept', 'set-again', 'differs', 'unread']).nullable(),
    followed: z
      .enum(['carried', 'host-not-connected', 'judged-otherwise', 'name-taken'])
      .optional(),
  }),
)

interface StoredEffect extends MoveEffect {
  version: typeof MOVE_VERSION
}

const kept = z.looseObject({ missed: z.number(), minutes: z.number() })

/** `PoolMove.effect`: how the targets on both hosts were kept before a move and after it. */
export const moveEffect = jsonColumn<StoredEffect>(
  'the effect of a move',
  z.looseObject({ version: z.literal(MOVE_VERSION), before: kept, after: kept }),
)

/** Of the time, by which more of it is missed than before for a move to count as worse. */
const WORSE_BY = 0.1

export function isWorse({ before, after }: MoveEffect): boolean {
  return after.missed / after.minutes > before.missed / before.minutes + WORSE_BY
}
