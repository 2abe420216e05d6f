import type { Statistic } from '@steelyard/contract'
import { z } from 'zod'
import type { Db, Tx } from '../db.ts'
import { jsonColumn } from '../json-column.ts'
import { MINUTE_MS } from '../milliseconds.ts'

export const DECISION_VERSION = 1

/** What a guest of a host that is watched over SSH asks of any host. */
export interface GuestDemand {
  usePCpus: number
  /** As in `PlacedGuest`. */
  needPCpus: number
}

/** How a host of a pool stands with the targets of its guests. */
export const STANDINGS = [
  /** No host that is watched over SSH has its guests, so nobody's targets are known. */
  'not-linked',
  /** It is linked, and not observed well now. */
  'not-observed',
  'calm',
  /** Targets are missed, and other weights would keep them, or bring them nearer. */
  'weights-help',
  /** A guest would miss its target on any host: its vCPUs or its cap are too few. */
  'bound-by-itself',
  /** No weights keep the targets. */
  'hot',
] as const
export type Standing = (typeof STANDINGS)[number]

export interface HostFinding {
  hostUuid: string
  /** The watched host that is linked with it. */
  hostId: string | null
  standing: Standing
  /** UUIDs of the guests that miss their targets. */
  missing: string[]
  /** Epoch seconds since when it is hot. */
  hotSince: number | null
}

/** What a host is expected to do once the moves are made. */
export interface Foretold {
  hostUuid: string
  /** The twin, or the rooms alone where the twin does not see the host as it is. */
  by: 'twin' | 'rooms'
  guests: {
    uuid: string
    statistic: Statistic
    targetSeconds: number
    nowSeconds: number | null
    thenSeconds: number
  }[]
}

export interface AdvisedMove {
  guestUuid: string
  fromHostUuid: string
  toHostUuid: string
  /** How long two hosts copy memory. */
  seconds: number
}

export interface Decision {
  version: typeof DECISION_VERSION
  hosts: HostFinding[]
  /** Hosts that are hot and are left alone until then, because of a move or because it is too early. */
  waits: { hostUuid: string; untilSeconds: number }[]
  /** One after the other, as far as they share a host. */
  moves: AdvisedMove[]
  foretold: Foretold[]
  /** pCPUs that hosts lack whatever is moved; null: nobody knows how many. */
  lacks: { hostUuid: string; pCpus: number | null }[]
  proof: { isOptimal: boolean; gap: number | null; judgeAgrees: boolean } | null
  demands: Record<string, GuestDemand>
}

/** `PoolDecision.content`. */
export const poolDecision = jsonColumn<Decision>(
  'the last decision about a pool',
  z.looseObject({
    version: z.literal(DECISION_VERSION),
    hosts: z.array(
      z.looseObject({
        hostUuid: z.string(),
        hostId: z.string().nullable(),
        standing: z.enum(STANDINGS),
        missing: z.array(z.string()),
        hotSince: z.number().nullable(),
      }),
    ),
    waits: z.array(z.looseObject({ hostUuid: z.string(), untilSeconds: z.number() })),
    moves: z.array(
      z.looseObject({
        guestUuid: z.string(),
        fromHostUuid: z.string(),
        toHostUuid: z.string(),
        seconds: z.number(),
      }),
    ),
    foretold: z.array(z.looseObject({ hostUuid: z.string(), by: z.enum(['twin', 'rooms']) })),
    lacks: z.array(z.looseObject({ hostUuid: z.string(), pCpus: z.number().nullable() })),
    proof: z.looseObject({ isOptimal: z.boolean() }).nullable(),
    demands: z.record(z.string(), z.looseObject({ usePCpus: z.number(), needPCpus: z.number() })),
  }),
)

/** A pool is decided about once a minute. */
const OLDEST_MS = 5 * MINUTE_MS

/** What was decided of late; null: nothing. */
export async function currentDecision(db: Db | Tx, poolId: string) {
  const row = await db.poolDecision.findUnique({ where: { poolId } })
  const isOld = !row?.decidedAt || Date.now() - row.decidedAt.getTime() > OLDEST_MS
  const content = isOld ? null : poolDecision.readIfAny(row.content)
  return content && { ...content, number: row!.number, decidedAt: row!.decidedAt! }
}
