import { beyondBounds } from '../change/bounds.ts'
import { kindOf } from '../change/kind-of.ts'
import { SAME_SHARE, type ShareChange } from '../change/share-change.ts'
import { reliefKind } from '../relief/relief.ts'
import { noGrant } from './hindrances.ts'
import type { LeftShares, PendingRecommendation, Situation } from './situation.ts'
import type { Hindrance } from './step.ts'
import { wantedChanges } from './wanted-changes.ts'

/** What a change still lacks to be made without a person, under `automatic`. Null: nothing. */
export function lacksAuthority(
  situation: Situation,
  pending: PendingRecommendation,
): Hindrance | null {
  const { grant, provenKinds } = situation
  const missing = noGrant(situation)
  const changes = wantedChanges(pending)
  if (missing || grant === null || changes === null) return missing ?? { code: 'no-grant' }
  const domains = beyondBounds(grant.bounds, changes)
  if (domains.length > 0) return { code: 'beyond-grant', domains }
  const left = wasLeftLately(situation, changes)
  if (left) return { code: 'back-again', leftAtEpochSeconds: left.leftAtEpochSeconds }
  const kind = pending.relief ? reliefKind(pending.relief) : kindOf(changes)
  if (!grant.coversNewKinds && !provenKinds.includes(kind)) return { code: 'new-kind', kind }
  return pending.lacksApproval ? { code: 'second-person-needed' } : null
}

/**
 * A longer ban forbids answering two guests in turn, who then miss their targets for hours
 * (docs/explanation/loop.md).
 */
const LATELY_SECONDS = 1800

/** Whoever comes back to what was left just now goes to and fro; that takes a person. */
function wasLeftLately(
  { leftLately, nowEpochSeconds }: Situation,
  changes: readonly ShareChange[],
): LeftShares | undefined {
  return leftLately.find(
    ({ leftAtEpochSeconds, shares }) =>
      nowEpochSeconds - leftAtEpochSeconds < LATELY_SECONDS &&
      changes.every(
        ({ domain, shareAfter }) => Math.abs((shares[domain] ?? 0) - shareAfter) <= SAME_SHARE,
      ),
  )
}
