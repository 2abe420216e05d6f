import type { Application } from '@steelyard/contract'
import type {
  ApplicationResult,
  HostInventory,
  LeverKind,
  LeverValues,
  RecordedChange,
  RecordedOf,
} from '@steelyard/xen'
import { isAbout, isOutOfReach, LEVERS, sameValue } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn, UNVERSIONED } from '../json-column.ts'

/**
 * The content of `Application.result` since version 2, once the application is over: what the engine
 * says of it, in codes and values. Words are made of it when it is read.
 */
export interface StoredResult {
  version: 2
  ended: ApplicationResult
  /** What was to be in force at the end, and what the host then had. */
  found: FoundValue[]
  /**
   * Changes of a failed application that may still be in force on the host and can be undone. The
   * database looks here, too (`rollbackCandidates`).
   */
  mayStand: RecordedChange[]
}

export interface FoundOf<K extends LeverKind> {
  lever: K
  name: string
  expected: LeverValues[K]
  /** Null where the host could not be read, or has no such value. */
  now: LeverValues[K] | null
  matches: boolean
}

export type FoundValue = { [K in LeverKind]: FoundOf<K> }[LeverKind]

/** What the API shows of how an application ended. */
export type ShownResult = Pick<Application, 'trouble' | 'readBack' | 'alsoRead'> & {
  statement: string
}

/** What version 1 stored: its words, which are handed out as they are. */
type EarlierResult = ShownResult & { version?: undefined; mayStand: RecordedChange[] }

const Standing = z.array(z.looseObject({ lever: z.string() }))

/** `Application.result` */
export const applicationResult = jsonColumn<StoredResult | EarlierResult>(
  'the result of an application',
  z.union([
    z.looseObject({
      version: z.literal(2),
      ended: z.looseObject({
        outcome: z.string(),
        drift: z.array(z.looseObject({ kind: z.string() })),
        notUndone: z.array(z.looseObject({ code: z.string() })),
      }),
      found: z.array(z.looseObject({ lever: z.string(), name: z.string() })),
      mayStand: Standing,
    }),
    z.looseObject({
      ...UNVERSIONED,
      statement: z.string(),
      readBack: z.array(z.looseObject({ domain: z.string() })),
      mayStand: Standing,
    }),
  ]),
)

/** @param inventory the host as read after the end; null when it could not be read */
export function storedResult(
  ended: ApplicationResult,
  recorded: readonly RecordedChange[],
  inventory: HostInventory | null,
): StoredResult {
  return {
    version: 2,
    ended,
    found: recorded.map((change) => foundOf(ended, change, inventory) as FoundValue),
    mayStand: recorded.filter((change) => mayStand(ended, change)),
  }
}

function foundOf<K extends LeverKind>(
  ended: ApplicationResult,
  { lever, uuid, name, before, after }: RecordedOf<K>,
  inventory: HostInventory | null,
): FoundOf<K> {
  const expected = ended.outcome === 'verified' ? after : before
  const now = isInReading(lever)
    ? inventory && LEVERS[lever].now(inventory, uuid)
    : asReadBack(ended, { lever, uuid }, expected)
  return { lever, name, expected, now, matches: now !== null && sameValue(now, expected) }
}

function isInReading(lever: LeverKind): boolean {
  return LEVERS[lever].about !== 'record'
}

/** No reading of the host shows it, so what the engine last saw of it counts. */
function asReadBack<K extends LeverKind>(
  { notUndone }: ApplicationResult,
  change: { lever: K; uuid: string },
  expected: LeverValues[K],
): LeverValues[K] | null {
  const problem = notUndone.find((each) => isAbout(each, change))
  return problem ? (problem.found as LeverValues[K] | null) : expected
}

/** Excludes values that someone else has set since: restoring them is not ours to decide. */
function mayStand({ outcome, notUndone }: ApplicationResult, change: RecordedChange): boolean {
  const problem = notUndone.find((each) => isAbout(each, change))
  return outcome === 'failed' && problem !== undefined && !isOutOfReach(problem)
}
