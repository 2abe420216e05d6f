'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { InlineLink } from '../ui/inline-link.tsx'
import { DecideRecommendation } from './decide-recommendation.tsx'
import { ExpiryCountdown } from './expiry-countdown.tsx'
import { RollBackRecommendation } from './roll-back-recommendation.tsx'

/** The decision about a recommendation, and the way to all of it. */
export function RecommendationActions({ recommendation }: { recommendation: HostRecommendation }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <DecideRecommendation recommendation={recommendation} />
      <RollBackRecommendation recommendation={recommendation} />
      {recommendation.canDecide ? <ExpiryCountdown expiresAt={recommendation.expiresAt} /> : null}
      <InlineLink href={`/recommendations/${recommendation.id}`}>
        The recommendation in full
      </InlineLink>
    </div>
  )
}
