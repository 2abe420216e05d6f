import type { RecommendationState } from '@steelyard/contract'
import { Badge } from '../ui/badge.tsx'
import { recommendationLooks } from './recommendation-words.ts'

export function RecommendationStateBadge({ state }: { state: RecommendationState }) {
  const { tone, icon, word } = recommendationLooks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
