'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { keepUnits } from '../../lib/format/keep-units.ts'
import { useApi } from '../../lib/use-api.ts'
import { whoPays } from '../plan/approval/who-pays.ts'
import { Card } from '../ui/card.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { DecideRecommendation } from './decide-recommendation.tsx'
import { ExpiryCountdown } from './expiry-countdown.tsx'
import { newestRecommendation } from './recommendation-queries.ts'
import { RecommendationStateBadge } from './recommendation-state-badge.tsx'
import { headlineOf } from './recommendation-words.ts'
import { verdictOf } from './relief-section.tsx'
import { RollBackRecommendation } from './roll-back-recommendation.tsx'

const REFRESH_MS = 10_000
const SHOWN_AFTER_MS = 24 * 3_600_000

/** The newest recommendation for a host, until a day after it was closed. */
export function useHostRecommendation(hostId: string) {
  const query = useApi('listRecommendations', newestRecommendation(hostId), {
    refetchInterval: REFRESH_MS,
  })
  const newest = query.data?.data[0]
  return { ...query, recommendation: newest && isTopical(newest) ? newest : null }
}

/** Whether it still matters to whoever looks at the host. */
export function isTopical({ closedAt }: Pick<HostRecommendation, 'closedAt'>, now = Date.now()) {
  return closedAt === null || now - Date.parse(closedAt) < SHOWN_AFTER_MS
}

/**
 * Which target is missed, or what came of a change, with the recommendation and the decision; its own
 * page has every figure.
 */
export function HostRecommendationCard({
  recommendation,
  error,
  refetch,
}: Pick<ReturnType<typeof useHostRecommendation>, 'recommendation' | 'error' | 'refetch'>) {
  if (error && !recommendation)
    return (
      <ProblemAlert
        error={error}
        title="The recommendation could not be loaded"
        onRetry={() => refetch()}
      />
    )
  if (!recommendation) return null
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
