'use client'

import { type HostRecommendation, listRecommendations } from '@steelyard/contract'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApi } from '../../lib/use-api.ts'
import { Card } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { RecommendationBody } from './recommendation-body.tsx'
import { newestRecommendation } from './recommendation-queries.ts'
import { RecommendationStateBadge } from './recommendation-state-badge.tsx'
import { headlineOf } from './recommendation-words.ts'

const REFRESH_MS = 10_000
const SHOWN_AFTER_MS = 24 * 3_600_000

/** The newest recommendation for a host, until a day after it was closed; nothing without one. */
export function HostRecommendationCard({ hostId }: { hostId: string }) {
  const { data, error, refetch } = useApi(listRecommendations, newestRecommendation(hostId), {
    refetchInterval: REFRESH_MS,
  })
  if (error && !data)
    return (
      <ProblemAlert
        error={error}
        title="The recommendation could not be loaded"
        onRetry={() => refetch()}
      />
    )
  const newest = data?.data[0]
  return newest && isTopical(newest) ? <RecommendationCard recommendation={newest} /> : null
}

/** Whether it still matters to whoever looks at the host. */
export function isTopical({ closedAt }: Pick<HostRecommendation, 'closedAt'>, now = Date.now()) {
  return closedAt === null || now - Date.parse(closedAt) < SHOWN_AFTER_MS
}

function RecommendationCard({ recommendation }: { recommendation: HostRecommendation }) {
  const { id, state, createdAt } = recommendation
  return (
    <Card aria-labelledby="recommendation">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-2 sm:px-6 sm:pt-5">
        <h2 id="recommendation" className="flex flex-wrap items-center gap-2.5 font-semibold">
          {headlineOf(recommendation)}
          <RecommendationStateBadge state={state} />
        </h2>
        <Link
          href={`/recommendations/${id}`}
          className="text-sm text-ink-faint underline-offset-4 hover:text-ink hover:underline"
        >
          Recommended {formatRelative(createdAt)}
        </Link>
      </header>
      <RecommendationBody recommendation={recommendation} />
    </Card>
  )
}
