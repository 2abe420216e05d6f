import type { ReadValue, Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import {
  type ApplicationResult,
  type HostInventory,
  isAbout,
  isOutOfReach,
  LEVERS,
  type LeverKind,
  type RecordedChange,
  type RecordedOf,
  sameValue,
} from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

/** The content of `Application.result` once the application is over. */
export interface StoredResult {
  statement: string
  trouble: Trouble | null
  readBack: {
    domain: string
    weight: number | null
    cap: number | null
    expectedWeight: number
    expectedCap: number
    matches: boolean
  }[]
  alsoRead: ReadValue[]
  /** Changes of a failed application that may still be in force on the host and can be undone. */
  mayStand: RecordedChange[]
}

/** `Application.result` */
export const applicationResult = jsonColumn<StoredResult>(
  'the result of an application',
  z.looseObject({
    statement: z.string(),
    readBack: z.array(z.looseObject({ domain: z.string() })),
    mayStand: z.array(z.looseObject({ lever: z.string() })),
  }),
)

/**
 * States how an application ended, in words and figures.
 *
 * @param inventory the host as read after the end; null when it could not be read
 */
export function storedResult(
  result: ApplicationResult,
  recorded: RecordedChange[],
  inventory: HostInventory | null,
): StoredResult {
  return {
    statement: words.applications.ending(result),
    trouble: troubleOf(result),
    readBack: recorded.flatMap((change) => readBackOf(result, change, inventory)),
    alsoRead: recorded.flatMap((change) => alsoReadOf(result, change, inventory)),
    mayStand: recorded.filter((change) => mayStand(result, change)),
  }
}

/** Excludes values that someone else has set since: restoring them is not ours to decide. */
function mayStand({ outcome, notUndone }: ApplicationResult, change: RecordedChange): boolean {
  const problem = notUndone.find((each) => isAbout(each, change))
  return outcome === 'failed' && problem !== undefined && !isOutOfReach(problem)
}

/** A requested roll-back needs no reason, unless part of it could not be done. */
function troubleOf({ outcome, reason, notUndone }: ApplicationResult): Trouble | null {
  if (!reason || (outcome === 'rolled-back' && reason.code === 'requested')) return null
  const [first] = notUndone
  if (reason.code === 'requested')
    return first ? { code: first.code, message: words.applications.notUndone(first) } : null
  return { code: reason.code, message: words.applications.stop(reason) }
}

/** The values expected at the end, and those found on the host. */
function ends<K extends LeverKind>(
  { outcome }: ApplicationResult,
  { lever, uuid, before, after }: RecordedOf<K>,
  inventory: HostInventory | null,
) {
  const expected = outcome === 'verified' ? after : before
  const found = inventory && LEVERS[lever].now(inventory, uuid)
  return { expected, found, matches: found !== null && sameValue(found, expected) }
}

function readBackOf(
  result: ApplicationResult,
  change: RecordedChange,
  inventory: HostInventory | null,
): StoredResult['readBack'] {
  if (change.lever !== 'weight') return []
  const { expected, found, matches } = ends(result, change, inventory)
  return [
    {
      domain: change.name,
      weight: found?.weight ?? null,
      cap: found?.cap ?? null,
      expectedWeight: expected.weight,
      expectedCap: expected.cap,
      matches,
    },
  ]
}

function alsoReadOf<K extends LeverKind>(
  result: ApplicationResult,
  change: RecordedOf<K>,
  inventory: HostInventory | null,
): ReadValue[] {
  if (change.lever === 'weight') return []
  const { bare } = LEVERS[change.lever].words
  const { expected, found, matches } = ends(result, change, inventory)
  return [
    {
      subject: change.name,
      what: change.lever,
      expected: bare(expected),
      found: found && bare(found),
      matches,
    },
  ]
}
