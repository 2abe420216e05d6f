'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { keepUnits } from '../../lib/format/keep-units.ts'
import { whoPays } from '../plan/approval/who-pays.ts'
import { Card } from '../ui/card.tsx'
import { RecommendationActions } from './recommendation-actions.tsx'
import { RecommendationStateBadge } from './recommendation-state-badge.tsx'
import { headlineOf } from './recommendation-words.ts'
import { verdictOf } from './relief-section.tsx'

/**
 * Which target is missed, or what came of a change, with the recommendation and the decision; its own
 * page has every figure.
 */
export function HostRecommendationCard({ recommendation }: { recommendation: HostRecommendation }) {
  const { state, outcome, relief, hotspot, changes } = recommendation
  const headline = headlineOf(recommendation)
  const title = outcome?.statement ?? hotspot?.statement ?? `${headline}.`
  const pays = relief ? `${verdictOf(relief)}.` : whoPays({ changes })
  const rest = [...(title.startsWith(headline) ? [] : [`${headline}.`]), outcome ? null : pays]
  return (
    <Card aria-labelledby="recommendation" className="space-y-2 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id="recommendation" className="max-w-3xl font-semibold sm:text-lg">
          {keepUnits(title)}
        </h2>
        <RecommendationStateBadge state={state} />
      </div>
      <p className="text-sm text-ink-soft">{keepUnits(rest.filter(Boolean).join(' '))}</p>
      <RecommendationActions recommendation={recommendation} />
    </Card>
  )
}
