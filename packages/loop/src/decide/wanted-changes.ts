import type { PendingRecommendation, ShareChange } from './situation.ts'

/** What a relief does or an analysis advises. Null while an analysis runs. */
export function wantedChanges({
  relief,
  proposal,
}: Pick<PendingRecommendation, 'relief' | 'proposal'>): readonly ShareChange[] | null {
  return (relief ?? proposal)?.changes ?? null
}
