import type { ShareChange } from '../change/share-change.ts'
import type { PendingRecommendation } from './situation.ts'

/** What a relief does or an analysis advises. Null while an analysis runs. */
export function wantedChanges({
  relief,
  proposal,
}: Pick<PendingRecommendation, 'relief' | 'proposal'>): readonly ShareChange[] | null {
  return (relief ?? proposal)?.changes ?? null
}
