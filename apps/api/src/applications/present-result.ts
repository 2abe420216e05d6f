import type { Application, ReadValue, Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { type ApplicationResult, LEVERS, type LeverKind } from '@steelyard/xen'
import { isToCome, versionOf } from '../json-column.ts'
import {
  applicationResult,
  type FoundOf,
  type FoundValue,
  type ShownResult,
} from './stored-result.ts'

/** How an application ended, in words and figures, from `Application.result`. */
export function presentResult(result: unknown): ShownResult {
  const version = versionOf(result)
  if (isToCome(version, 2)) {
    return { statement: words.unknownForm(version), trouble: null, readBack: [], alsoRead: [] }
  }
  const stored = applicationResult.read(result)
  if (stored.version === undefined) return { ...stored, alsoRead: stored.alsoRead ?? [] }
  const { ended, found } = stored
  return {
    statement: words.applications.ending(ended),
    trouble: troubleOf(ended),
    readBack: found.flatMap(readBackOf),
    alsoRead: found.flatMap(alsoReadOf),
  }
}

/** A requested roll-back needs no reason, unless part of it could not be done. */
function troubleOf({ outcome, reason, notUndone }: ApplicationResult): Trouble | null {
  if (!reason || (outcome === 'rolled-back' && reason.code === 'requested')) return null
  const [first] = notUndone
  if (reason.code === 'requested')
    return first ? { code: first.code, message: words.applications.notUndone(first) } : null
  return { code: reason.code, message: words.applications.stop(reason) }
}

function readBackOf(found: FoundValue): Application['readBack'] {
  if (found.lever !== 'weight') return []
  const { name, expected, now, matches } = found
  return [
    {
      domain: name,
      weight: now?.weight ?? null,
      cap: now?.cap ?? null,
      expectedWeight: expected.weight,
      expectedCap: expected.cap,
      matches,
    },
  ]
}

function alsoReadOf<K extends LeverKind>({
  lever,
  name,
  expected,
  now,
  matches,
}: FoundOf<K>): ReadValue[] {
  if (lever === 'weight') return []
  const { bare } = LEVERS[lever].words
  return [
    { subject: name, what: lever, expected: bare(expected), found: now && bare(now), matches },
  ]
}
