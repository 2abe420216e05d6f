import type { FollowedMove, MoveEffect } from '@steelyard/words'
import type {
  GuestWhereabouts,
  KeptWeight,
  MoveRefusal,
  StoredParams,
  TaskOutcome,
} from '@steelyard/xapi'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

export const MOVE_VERSION = 1

interface MoveFound {
  version: typeof MOVE_VERSION
  refusals: MoveRefusal[]
  /** What XAPI stored of the guest before; null where it was not known to XAPI. */
  stored: StoredParams | null
}

/** `PoolMove.found`: what XAPI was asked before. */
export const moveFound = jsonColumn<MoveFound>(
  'what was found before a move',
  z.looseObject({
    version: z.literal(MOVE_VERSION),
    refusals: z.array(z.looseObject({ code: z.string() })),
    stored: z.looseObject({ texts: z.record(z.string(), z.string()) }).nullable(),
  }),
)

interface MoveResultStored {
  version: typeof MOVE_VERSION
  whereabouts: GuestWhereabouts
  /** Null where the task was not followed to its end, as after a killed agent. */
  task: TaskOutcome | null
  keptWeight: KeptWeight | null
  /** Whether its targets went with it; left out where there were none, or it did not move. */
  followed?: FollowedMove
}

/** `PoolMove.result`: what came of a move. */
export const moveResult = jsonColumn<MoveResultStored>(
  'what came of a move',
  z.looseObject({
    version: z.literal(MOVE_VERSION),
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
